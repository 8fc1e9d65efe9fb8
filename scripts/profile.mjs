// @ts-check
/** A browser profile that is ready for an unpacked extension. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ key?: string, minimum_chrome_version?: string }} Manifest */

/** @returns {string} a new folder */
export function makeTemporaryProfile() {
  return mkdtempSync(join(tmpdir(), 'wayscribe-profile-'));
}

/**
 * Must be called while no browser uses the profile.
 *
 * @param {string} profile
 * @param {object} wanted
 * @param {string} wanted.downloads where the browser puts what is downloaded, without asking
 * @param {string | undefined} wanted.extensionId its icon is shown in the toolbar
 */
export function preparePreferences(profile, { downloads, extensionId }) {
  const path = join(profile, 'Default', 'Preferences');
  const preferences = readPreferences(path);
  const extensions = toObject(preferences['extensions']);
  preferences['extensions'] = {
    ...extensions,
    // Without developer mode an unpacked extension vanishes when it reloads itself.
    ui: { ...toObject(extensions['ui']), developer_mode: true },
    ...(extensionId && { pinned_extensions: [extensionId] }),
  };
  preferences['download'] = {
    ...toObject(preferences['download']),
    default_directory: downloads,
    prompt_for_download: false,
  };
  mkdirSync(join(profile, 'Default'), { recursive: true });
  mkdirSync(downloads, { recursive: true });
  writeFileSync(path, JSON.stringify(preferences));
}

/**
 * @param {string} dist a built extension
 * @returns {Manifest | undefined} undefined when there is none
 */
export function readManifest(dist) {
  try {
    return /** @type {Manifest} */ (JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Chrome's rule: the first 32 hex digits of the SHA-256 of the key, written with a to p.
 *
 * @param {string} key a public key, DER in base64, as in a manifest
 */
export function computeExtensionId(key) {
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex');
  return digest
    .slice(0, 32)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}

/**
 * @param {string} path
 * @returns {Record<string, unknown>} empty when the profile is new or its file cannot be read
 */
function readPreferences(path) {
  try {
    return toObject(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/**
 * @param {unknown} value
 * @returns {Record<string, unknown>}
 */
function toObject(value) {
  return value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
