/** A growing list of 32-bit numbers, packed from the start. */
export interface NumberList {
  readonly length: number;
  push(number: number): void;
  append(numbers: Uint32Array): void;
  /** A copy of the numbers from `start` on. */
  pack(start?: number): Uint32Array<ArrayBuffer>;
}

export function createNumberList(): NumberList {
  let held = new Uint32Array(1024);
  let length = 0;
  const makeRoom = (needed: number): void => {
    if (needed <= held.length) return;
    const larger = new Uint32Array(Math.max(needed, 2 * held.length));
    larger.set(held);
    held = larger;
  };
  return {
    get length() {
      return length;
    },
    push: (number) => {
      makeRoom(length + 1);
      held[length++] = number;
    },
    append: (numbers) => {
      makeRoom(length + numbers.length);
      held.set(numbers, length);
      length += numbers.length;
    },
    pack: (start = 0) => held.slice(start, length),
  };
}
