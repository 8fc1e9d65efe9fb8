/**
 * The practice site's server: static files, with three things filled in when a page is served
 * (`<!--#include part.html -->`, `%OTHER_ORIGIN%`, the current area in the header).
 * It listens on loopback only and must run on bare Node, before any package is installed.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const siteFolder = fileURLToPath(new URL('./site', import.meta.url));
const partsFolder = fileURLToPath(new URL('./parts', import.meta.url));

/** @type {Record<string, string>} */
const mimeTypes = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/**
 * Starts the site on two origins, so that pages can hold cross-origin frames.
 *
 * @param {object} [options]
 * @param {number} [options.port] of the main origin; 0 takes any free one
 * @param {number} [options.secondPort] of the second origin; 0 takes any free one
 * @returns {Promise<{ url: string, otherUrl: string, close: () => Promise<void> }>}
 */
export async function startPractice({ port = 0, secondPort = 0 } = {}) {
  /** @type {{ main: string, second: string }} */
  const origins = { main: '', second: '' };
  const main = createServer((request, response) => {
    void answer(request, response, origins.second);
  });
  const second = createServer((request, response) => {
    void answer(request, response, origins.main);
  });
  const close = async () => {
    await Promise.all([closeServer(main), closeServer(second)]);
  };
  try {
    origins.main = `http://localhost:${await listen(main, port)}`;
    origins.second = `http://127.0.0.1:${await listen(second, secondPort)}`;
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `${origins.main}/`, otherUrl: `${origins.second}/`, close };
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<number>} the port it got
 */
function listen(server, port) {
  return new Promise((fulfil, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      fulfil(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<void>}
 */
function closeServer(server) {
  return new Promise((fulfil) => {
    server.close(() => {
      fulfil();
    });
    server.closeAllConnections();
  });
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} otherOrigin
 */
async function answer(request, response, otherOrigin) {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(response, 405, 'text/plain', 'Only GET is served here.');
    }
    const path = readPath(request.url ?? '/');
    if (path === null) return send(response, 400, 'text/plain', 'That address cannot be read.');
    const file = await findFile(path);
    if (file === 'folder') {
      response.setHeader('location', `${path}/`);
      return send(response, 302, 'text/plain', 'Moved.');
    }
    const found = file ?? join(siteFolder, '404.html');
    const type = mimeTypes[extname(found)] ?? 'application/octet-stream';
    const body = type.startsWith('text/html')
      ? await renderPage(await readFile(found, 'utf8'), path, otherOrigin)
      : await readFile(found);
    send(response, file ? 200 : 404, type, request.method === 'HEAD' ? '' : body);
  } catch (error) {
    send(response, 500, 'text/plain', `The practice site failed: ${String(error)}`);
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} type
 * @param {string | Buffer} body
 */
function send(response, status, type, body) {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

/**
 * @param {string} target the request line's target
 * @returns {string | null} the decoded path, or null when it is malformed
 */
function readPath(target) {
  try {
    const path = decodeURIComponent(target.split('?')[0] ?? '');
    // "//host" would turn the redirect for a folder into one to another site.
    const unsafe = !path.startsWith('/') || /^\/[/\\]/.test(path) || path.includes('\0');
    return unsafe ? null : path;
  } catch {
    return null;
  }
}

/**
 * @param {string} path
 * @returns {Promise<string | 'folder' | null>} the file to serve, 'folder' when a slash is missing, null when there is none
 */
async function findFile(path) {
  // The notes app routes on the client, so each of its addresses is the same page.
  if (/^\/notes\/[\w-]+$/.test(path)) return join(siteFolder, 'notes', 'index.html');
  const file = resolve(siteFolder, `.${path}`);
  if (file !== siteFolder && !file.startsWith(siteFolder + sep)) return null;
  const entry = await stat(file).catch(() => null);
  if (entry === null) return null;
  if (entry.isFile()) return path.endsWith('/') ? null : file;
  if (!path.endsWith('/')) return 'folder';
  const index = join(file, 'index.html');
  return (await stat(index).catch(() => null)) ? index : null;
}

/**
 * @param {string} html
 * @param {string} path
 * @param {string} otherOrigin
 */
async function renderPage(html, path, otherOrigin) {
  let page = html;
  for (const [directive, name] of html.matchAll(/<!--#include ([\w-]+\.html) -->/g)) {
    const part = await readFile(join(partsFolder, name ?? ''), 'utf8');
    page = page.replace(directive, () => part);
  }
  const area = `/${path.split('/')[1] ?? ''}/`;
  return page
    .replaceAll('%OTHER_ORIGIN%', otherOrigin)
    .replace(
      `<a class="area" href="${area}"`,
      `<a class="area" href="${area}" aria-current="true"`,
    );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const practice = await startPractice({ port: Number(process.argv[2] ?? 0) });
  console.log(
    `Practice site: ${practice.url} (second origin ${practice.otherUrl}). Ctrl+C stops it.`,
  );
  process.once('SIGINT', () => void practice.close());
}
