/** Words and phrases that name one idea in interfaces. Lower case, words apart by one space. */
export interface Concept {
  same: readonly string[];
  near?: readonly string[];
}
