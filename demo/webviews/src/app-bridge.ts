import {Capacitor, registerPlugin} from '@capacitor/core';
import * as v from 'valibot';

/** Asks the app that the page is in. What it answers has not been looked at yet. */
export interface AppBridge {
  /** Rejects where the app fails, or the signal is aborted. */
  ask(section: string, signal: AbortSignal): Promise<unknown>;
}

/** What Android's `WebViewCompat.addWebMessageListener` puts into the page: ios/ and android/ have the other side. */
interface MessagePort extends EventTarget {
  postMessage(text: string): void;
}
/** What `WKUserContentController.addScriptMessageHandler(_:contentWorld:name:)` does. */
interface ReplyingHandler {
  postMessage(message: {section: string}): Promise<unknown>;
}
declare global {
  interface Window {
    appSensors?: MessagePort;
    webkit?: {messageHandlers?: {appSensors?: ReplyingHandler}};
  }
}

const PLUGIN = 'AppSensors';

/** Undefined where the page is open in a browser. */
export function findAppBridge(): AppBridge | undefined {
  if (Capacitor.isPluginAvailable(PLUGIN)) {
    const plugin = registerPlugin<{read(options: {section: string}): Promise<unknown>}>(PLUGIN);
    return {ask: (section) => plugin.read({section})};
  }
  const handler = window.webkit?.messageHandlers?.appSensors;
  if (handler) return {ask: (section) => handler.postMessage({section})};
  return window.appSensors && overMessages(window.appSensors);
}

const Reply = v.object({id: v.number(), answer: v.unknown()});

/** Messages have no replies of their own: each question has a number, which its answer repeats. */
function overMessages(port: MessagePort): AppBridge {
  const waiting = new Map<number, (answer: unknown) => void>();
  let last = 0;
  port.addEventListener('message', (event) => {
    const reply = v.safeParse(
      v.pipe(v.string(), v.parseJson(), Reply),
      (event as MessageEvent).data,
    );
    if (!reply.success) return;
    waiting.get(reply.output.id)?.(reply.output.answer);
    waiting.delete(reply.output.id);
  });
  return {
    ask: (section, signal) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, resolve);
        signal.addEventListener('abort', () => {
          waiting.delete(id);
          reject(signal.reason);
        });
        port.postMessage(JSON.stringify({id, section}));
      }),
  };
}
