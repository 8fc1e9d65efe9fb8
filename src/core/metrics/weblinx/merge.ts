import type { GroupScore, WeblinxScores } from './aggregate.ts';

/** The figures of two disjoint sets of turns together, but for rounding those of all their turns. */
export function mergeScores(a: WeblinxScores, b: WeblinxScores): WeblinxScores {
  return {
    intentMatch: mergeGroups(a.intentMatch, b.intentMatch),
    exactMatch: mergeGroups(a.exactMatch, b.exactMatch),
    iou: mergeGroups(a.iou, b.iou),
    chrf: mergeGroups(a.chrf, b.chrf),
    urlf: mergeGroups(a.urlf, b.urlf),
    overall: mergeGroups(a.overall, b.overall),
    element: mergeGroups(a.element, b.element),
    text: mergeGroups(a.text, b.text),
  };
}

function mergeGroups(a: GroupScore, b: GroupScore): GroupScore {
  const count = a.count + b.count;
  const sum = (a.score ?? 0) * a.count + (b.score ?? 0) * b.count;
  return { score: count === 0 ? null : sum / count, count };
}
