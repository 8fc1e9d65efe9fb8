import type { Candidate } from './candidate.ts';

/**
 * A page's candidates as JSON. A context that only passes them on copies a text; a structured clone goes through thousands of
 * objects there, twice.
 */
export class WrittenList {
  readonly json: string;
  #read: readonly Candidate[] | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /** Returns the same candidates each time. */
  read(): readonly Candidate[] {
    return (this.#read ??= readCandidates(this.json));
  }
}

export function writeCandidates(candidates: readonly Candidate[]): string {
  return JSON.stringify(candidates);
}

export function readCandidates(json: string): readonly Candidate[] {
  return JSON.parse(json) as Candidate[];
}
