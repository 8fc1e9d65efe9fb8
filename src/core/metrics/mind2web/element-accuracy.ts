/**
 * 1 when the chosen element is one of the reachable positives, else 0 (Mind2Web paper §4). Ids are
 * `backend_node_id`s; null is "none of the above". An action none of whose positives is among the top
 * candidates scores 0 whatever was chosen.
 */
export function scoreElement(predicted: string | null, reachable: readonly string[]): number {
  return predicted !== null && reachable.includes(predicted) ? 1 : 0;
}
