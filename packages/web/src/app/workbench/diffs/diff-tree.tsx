import { type Diff, type DiffNode, diffTree, exactLine, toggled } from "@reprise/model";
import { useMemo, useState } from "preact/hooks";
import { Badge, Icon } from "../../design/index.ts";
import { useAct, useWorkbench } from "../use-workbench.ts";
import { changeWords, documentState } from "./document-words.ts";
import { checkedState, movedInTree, type TreeRow, treeRows } from "./tree-rows.ts";

interface DiffTreeProps {
  readonly diff: Diff;
  readonly shown: string | null;
  readonly onShow: (path: string) => void;
}

/** The files of a change. Arrows move, Space selects, Enter shows a file. */
export function DiffTree({ diff, shown, onShow }: DiffTreeProps) {
  const { store } = useWorkbench();
  const act = useAct();
  const [{ at, folded }, setMove] = useState<{ at: number; folded: ReadonlySet<string> }>({
    at: 0,
    folded: new Set(),
  });
  const nodes = useMemo(() => diffTree(diff.documents), [diff.documents]);
  const rows = treeRows(nodes, folded);
  const id = (index: number) => `tree-${diff.id}-${index}`;

  const toggle = (node: DiffNode) => {
    if (store.whyNotChange.peek() !== null || checkedState(node) === null) return;
    const { paths, isSelected } = toggled(node);
    void act({ type: "select", diff: diff.id, paths: [...paths], isSelected });
  };
  const open = ({ node }: TreeRow) => {
    if (node.kind === "file") onShow(node.path);
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[at];
    const next = movedInTree(rows, { at, folded }, event.key);
    if (next !== null) {
      setMove(next);
      const moved = rows[next.at];
      if (next.at !== at && moved !== undefined) open(moved);
    } else if (event.key === " " && row !== undefined) toggle(row.node);
    else if (event.key === "Enter" && row !== undefined) open(row);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="diff-tree"
      role="tree"
      aria-label="Changed files"
      aria-multiselectable="true"
      aria-activedescendant={id(at)}
      tabIndex={0}
      onKeyDown={press}
    >
      {rows.map((row, index) => {
        const { node, level, isFolded } = row;
        const checked = checkedState(node);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
          <div
            key={`${node.kind} ${node.path}`}
            id={id(index)}
            class="tree-row"
            role="treeitem"
            aria-level={level}
            aria-expanded={node.kind === "folder" ? !isFolded : undefined}
            aria-checked={checked ?? undefined}
            aria-selected={node.kind === "file" && node.path === shown}
            data-current={index === at ? "" : undefined}
            style={{ paddingLeft: `${level * 0.875 - 0.5}rem` }}
            onClick={() => {
              setMove({ at: index, folded });
              open(row);
            }}
          >
            {checked === null ? (
              <span class="tree-box" data-checked="none" />
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: Space selects
              // biome-ignore lint/a11y/noStaticElementInteractions: the item says whether it is checked
              <span
                class="tree-box"
                data-checked={checked}
                onClick={(event) => {
                  event.stopPropagation();
                  setMove({ at: index, folded });
                  toggle(node);
                }}
              />
            )}
            {node.kind === "folder" ? <Folder row={row} /> : <File node={node} />}
          </div>
        );
      })}
    </div>
  );
}

function Folder({ row: { node, isFolded } }: { readonly row: TreeRow }) {
  return (
    <>
      <Icon name={isFolded ? "forward" : "down"} />
      <span class="cut">{exactLine(node.name)}</span>
    </>
  );
}

function File({ node: { name, document } }: { readonly node: DiffNode & { kind: "file" } }) {
  const { words, tone } = documentState(document);
  return (
    <>
      <span class="cut">{exactLine(name)}</span>
      {document.change !== "update" && <span class="faint">{changeWords[document.change]}</span>}
      <span class="grow" />
      <Badge tone={tone} {...(document.problem === null ? {} : { title: document.problem })}>
        {words}
      </Badge>
    </>
  );
}
