/** Whether a URL (lower case) names a task's city: both words of `from to`, else the one name. */
export function namesCity(url: string, city: string | undefined): boolean {
  return (city ?? '').split(' ').every((name) => url.includes(name.toLowerCase()));
}
