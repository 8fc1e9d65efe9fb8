import type { EndpointSettings } from '../../../core/navigator/endpoint/endpoint-settings.ts';
import { askEndpoint } from '../ask-endpoint.ts';
import type { Finding } from './check.ts';
import { failWith, pass, warn } from './check.ts';
import { tellPlainly } from './explain-finding.ts';

/** A red square of 64 by 64 pixels: some models refuse smaller ones. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXhFBQ7LoRlAAAAG0lEQVR42u3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC';

/** Whether the model takes pictures, and sees what is in them. */
export async function tryImages(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const content = 'Which colour is this square? Answer with one word.';
  const images = [{ mediaType: 'image/png' as const, base64: RED_SQUARE }];
  const reply = await askEndpoint(settings, [{ role: 'user', content, images }], { signal });
  const remedy = { kind: 'turn-off' as const, option: 'images' as const };
  if (!reply.ok) return failWith(tellPlainly(reply.message), { remedy });
  if (/\bred\b|crimson|scarlet/i.test(reply.text)) return pass('It sees pictures.');
  return warn(
    `It takes a picture, but calls a red square “${reply.text.trim().slice(0, 40)}”: it may not see it.`,
    { remedy },
  );
}

const TOOL = {
  name: 'report',
  description: 'Reports that you can call tools.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word “ready”.' } },
    required: ['word'],
  },
};

/** Whether the model takes tools, and calls them. */
export async function tryTools(settings: EndpointSettings, signal: AbortSignal): Promise<Finding> {
  const content = 'Call the tool “report” with the word “ready”.';
  const reply = await askEndpoint(settings, [{ role: 'user', content }], {
    signal,
    tools: [TOOL],
  });
  const remedy = { kind: 'turn-off' as const, option: 'tools' as const };
  if (!reply.ok) return failWith(tellPlainly(reply.message), { remedy });
  if (reply.text.includes('<tool_call>')) return pass('It calls tools.');
  return warn('It takes tools, but did not call the one it was asked to. It can go without them.', {
    remedy,
  });
}
