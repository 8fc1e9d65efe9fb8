/** The host of a web address with its port, lower case; empty for what is no page of the web. */
export function readHost(address: string): string {
  const url = readUrl(address);
  return url && /^https?:$/.test(url.protocol) ? url.host : '';
}

/** null for what is no absolute address. */
export function readUrl(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether `host` is `named` or below it; `www.` does not count. Neighbours under one parent are not. */
export function isWithin(host: string, named: string): boolean {
  const base = named.replace(/^www\./, '');
  return host === named || host === base || host.endsWith(`.${base}`);
}

/** Web addresses in what a person wrote: `open example.com and localhost:8080/notes`. */
export function findHosts(text: string): string[] {
  const found = text.matchAll(
    /(?<![\p{L}\d@.-])(?:https?:\/\/)?((?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,})(?::\d{1,5})?)(?![\p{L}\d@])/giu,
  );
  return [...found].map(([, host = '']) => readHost(`https://${host}`)).filter(Boolean);
}
