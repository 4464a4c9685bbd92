/** Words that stand nowhere else, in every so-manieth session: what a search must find is known exactly. */
export const needles = {
  /** In one of a hundred sessions: what the bars are measured with. */
  usual: { text: "velmariscope", every: 100 },
  rare: { text: "zanthropell", every: 2500 },
  frequent: { text: "quorvashed", every: 4 },
  cjk: { text: "冪等性検証", every: 200 },
  camel: { text: "reticulateSplineLedger", every: 200 },
} as const;

export type Needle = keyof typeof needles;

export const needleNames = Object.keys(needles) as Needle[];

export function needlesOf(sessionNumber: number): Needle[] {
  return needleNames.filter((needle, index) => sessionNumber % needles[needle].every === index % 4);
}
