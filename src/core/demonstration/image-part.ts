/**
 * A part of an image, named as W3C Media Fragments do: px from its left top corner. It is drawn small: a
 * list of pictures holds only what it shows of them.
 */
export interface ImagePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function namePart(image: string, { x, y, width, height }: ImagePart): string {
  return `${image}#xywh=${[x, y, width, height].map((px) => Math.round(px)).join(',')}`;
}

/** The image, and null where its whole is meant. */
export function readPart(name: string): { image: string; part: ImagePart | null } {
  const [, image, ...numbers] = /^(.*)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(name) ?? [];
  if (image === undefined) return { image: name, part: null };
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
  return { image, part: { x, y, width, height } };
}
