/**
 * The design system: use these before you make something new.
 *
 *   Button, IconButton, LinkButton   words, an icon with a name, or a link; `whyNot` disables and says why
 *   TextField, Select, Check, Segmented   each with its label; `isLabelHidden` keeps it for screen readers
 *   Dialog       modal: focus stays inside, Esc and a click beside it close
 *   Banner, Empty, Spinner   messages about the content, in place of it, while waiting for it
 *   Badge, Dot   states and counts; a tone is never the only sign
 *   Facts        names and values
 *   Icon, Key    decoration; a key to press
 *   MarkedText   search matches in plain text
 *   VirtualList  thousands of rows of known heights
 *
 * tokens.css has every colour and size; components.css also has .card, .toolbar, .grow, .cut, .soft, .faint, .mono and
 * .visually-hidden. Screens bring their own CSS file and take all colours from the tokens. No `style` in HTML strings: the
 * server forbids it; `style={{…}}` of Preact is fine.
 *
 * In text/: Markdown, AnsiText, DiffText, CodeBlock, CopyButton and ScrollingText show what agents and people wrote; nothing
 * else may put such text on the screen without `safeText` or `exactText` of the model. Import text/text.css with them.
 *
 * In the shell: `usePage()` gives library, runner, toasts and connection; `useKeys` and `useCommands` add keys (shown by `?`)
 * and palette entries while a screen is open; `useTitle` names the document; `hrefOf(route)` makes links.
 */
export * from "./badge.tsx";
export * from "./button.tsx";
export * from "./check.tsx";
export * from "./dialog.tsx";
export * from "./facts.tsx";
export * from "./field.tsx";
export * from "./icon.tsx";
export * from "./key.tsx";
export * from "./marked-text.tsx";
export * from "./messages.tsx";
export * from "./segmented.tsx";
export * from "./select.tsx";
export * from "./tone.ts";
export * from "./virtual-list.tsx";
