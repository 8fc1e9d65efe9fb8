import { findPreset } from './presets.ts';
import type { EndpointSettings } from './view-model.ts';

/** What is wrong with each field, as a sentence; null when it is right. */
interface EndpointProblems {
  baseUrl: string | null;
  apiKey: string | null;
  model: string | null;
}

function checkBaseUrl(text: string): string | null {
  if (text.trim() === '') return 'Enter the address of the endpoint.';
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    return 'This is no web address: it begins with https:// or http://.';
  }
  if (/\/chat\/completions\/?$/u.test(url.pathname)) {
    return 'Leave out /chat/completions: it is added.';
  }
  return null;
}

/** Checks what can be checked without asking the endpoint. */
export function checkEndpoint(endpoint: EndpointSettings): EndpointProblems {
  const needsKey = findPreset(endpoint.preset).needsKey;
  return {
    baseUrl: checkBaseUrl(endpoint.baseUrl),
    apiKey: needsKey && endpoint.apiKey.trim() === '' ? 'This endpoint needs a key.' : null,
    model: endpoint.model.trim() === '' ? 'Enter the name of the model.' : null,
  };
}

export function hasProblem(problems: EndpointProblems): boolean {
  return problems.baseUrl !== null || problems.apiKey !== null || problems.model !== null;
}

/** Without the spaces that come with copying. */
export function trimEndpoint(endpoint: EndpointSettings): EndpointSettings {
  return {
    preset: endpoint.preset,
    baseUrl: endpoint.baseUrl.trim().replace(/\/+$/u, ''),
    apiKey: endpoint.apiKey.trim(),
    model: endpoint.model.trim(),
  };
}
