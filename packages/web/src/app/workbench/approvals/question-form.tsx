import { exactLine, exactText, type Question } from "@reprise/model";
import { useId, useState } from "preact/hooks";
import { Button, TextField } from "../../design/index.ts";

interface QuestionFormProps {
  readonly question: Question;
  /** `2 of 3`; empty if there is one. */
  readonly place: string;
  readonly whyNot: string | null;
  readonly onAnswer: (text: string) => void;
}

/** One question: its answers, and a field for the person's own words. */
export function QuestionForm({ question, place, whyNot, onAnswer }: QuestionFormProps) {
  const name = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const [own, setOwn] = useState("");
  const text = chosen === null ? own.trim() : (question.options[chosen] ?? "");
  const missing = text === "" ? "Choose an answer, or write one." : null;
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null && whyNot === null) onAnswer(text);
      }}
    >
      <fieldset>
        <legend>
          {place === "" ? "" : `Question ${place}: `}
          {exactText(question.text)}
        </legend>
        {question.options.map((option, index) => (
          <label key={option} class="check">
            <input type="radio" name={name} checked={chosen === index} onChange={() => setChosen(index)} />
            <span class="exact-line">{exactLine(option)}</span>
            {question.descriptions?.[index] ? (
              <span class="soft exact-line">{exactLine(question.descriptions[index])}</span>
            ) : null}
          </label>
        ))}
        <TextField
          label="In your own words"
          value={own}
          onInput={(typed) => {
            setOwn(typed);
            setChosen(null);
          }}
        />
      </fieldset>
      <Button tone="primary" whyNot={whyNot ?? missing} onClick={() => onAnswer(text)}>
        Answer
      </Button>
    </form>
  );
}
