import { readText } from './contents.ts';

/** Unpacks the style. Runs in the head, so that a large page is not shown without it while the rest is read. */
void readText('viewer.css').then((text) => {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
});
