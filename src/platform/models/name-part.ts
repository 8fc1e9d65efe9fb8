/** Name of the unfinished file of a model's weights or vocabulary. */
export function namePart(id: string, role: 'weights' | 'vocabulary'): string {
  return `${id}.${role}.part`;
}
