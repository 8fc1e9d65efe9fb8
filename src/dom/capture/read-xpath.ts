/**
 * The path of an element in its own document or shadow root: `/html[1]/body[1]/div[2]`, the index
 * counting siblings of the same name from 1.
 */
export function readXpath(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { nodeName } = at;
    let index = 1;
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) {
      if (before.nodeName === nodeName) index += 1;
    }
    steps.push(`/${nodeName.toLowerCase()}[${index}]`);
  }
  return steps.reverse().join('');
}
