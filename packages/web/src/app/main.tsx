import { render } from "preact";
import { SessionList } from "./session-list.tsx";

const app = document.getElementById("app");
if (app !== null) render(<SessionList />, app);
