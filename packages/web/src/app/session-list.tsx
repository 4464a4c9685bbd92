import type { Page } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";

export function SessionList() {
  const [page, setPage] = useState<Page | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    fetch("/sessions").then(
      async (answer) => setPage(await answer.json()),
      (error) => setProblem(String(error)),
    );
  }, []);
  return (
    <main>
      <h1>Sessions</h1>
      {problem !== "" && <p role="alert">{problem}</p>}
      <ul aria-busy={page === null}>
        {page?.sessions.map(({ id, title }) => (
          <li key={id}>{title ?? id}</li>
        ))}
      </ul>
    </main>
  );
}
