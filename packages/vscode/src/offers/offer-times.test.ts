import { expect, it } from "vitest";
import { offerNowAndLater } from "./offer-times.ts";

it("offers are made at the start and whenever the folders change, while they are wanted", () => {
  let [count, isWanted] = [0, true];
  const offer = async () => {
    count += 1;
  };
  const offerAgain = offerNowAndLater({ offer, isWanted: () => isWanted, onProblem: () => {} });
  expect(count).toBe(1);
  offerAgain();
  expect(count).toBe(2);
  isWanted = false;
  offerAgain();
  expect(count).toBe(2);
});

it("an offer that fails is only noted, and the next one is made", async () => {
  const problems: string[] = [];
  const offer = () => Promise.reject(new Error(`failure ${problems.length}`));
  const onProblem = ({ message }: Error) => void problems.push(message);
  const offerAgain = offerNowAndLater({ offer, isWanted: () => true, onProblem });
  await Promise.resolve();
  offerAgain();
  await expect.poll(() => problems).toEqual(["failure 0", "failure 1"]);
});
