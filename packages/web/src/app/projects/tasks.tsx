import { type ProjectView, safeLine } from "@reprise/model";
import { Icon } from "../design/index.ts";

/** The tasks of the progress file. */
export function Tasks({ view: { inProgress, todo, done } }: { readonly view: ProjectView }) {
  if (inProgress.length + todo.length + done.length === 0)
    return <p class="faint">The progress file has no tasks yet.</p>;
  return (
    <>
      <TaskList title="In progress" tasks={inProgress} kind="doing" />
      <TaskList title="To do" tasks={todo} kind="todo" />
      <TaskList title="Done" tasks={done} kind="done" />
    </>
  );
}

interface TaskListProps {
  readonly title: string;
  readonly tasks: readonly string[];
  readonly kind: "doing" | "todo" | "done";
}

function TaskList({ title, tasks, kind }: TaskListProps) {
  if (tasks.length === 0) return null;
  return (
    <section class="task-list" data-kind={kind} aria-label={title}>
      <h3>
        {title} <span class="faint">{tasks.length}</span>
      </h3>
      <ul class="plain">
        {tasks.map((task, index) => (
          <li key={index}>
            <span class="task-mark" aria-hidden="true">
              {kind === "done" && <Icon name="check" />}
            </span>
            <span>{safeLine(task)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
