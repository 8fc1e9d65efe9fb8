import type { News } from '../protocol/news.ts';

const CHANNEL = 'wayscribe.news';

/** Opens the sending end; it may be kept for the life of the context. */
export function openNews(): (news: News) => void {
  const channel = new BroadcastChannel(CHANNEL);
  return (news) => channel.postMessage(news);
}

/** Hears every piece of news of other contexts until `signal` aborts. */
export function listenToNews(listener: (news: News) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', (event: MessageEvent<News>) => listener(event.data));
  signal.addEventListener('abort', () => channel.close());
}
