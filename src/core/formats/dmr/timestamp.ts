/** Seconds as `MM:SS` (weblinx-format.md §2.4): no hours, seconds cut, a minus for any time before 0. */
export function writeTimestamp(seconds: number): string {
  const size = Math.abs(seconds);
  const minutes = Math.floor(size / 60);
  const rest = Math.floor(size % 60);
  return `${seconds < 0 ? '-' : ''}${pad(minutes)}:${pad(rest)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
