import {Capacitor, registerPlugin} from '@capacitor/core';
import * as v from 'valibot';

/** Sends requests to the app that contains the page. Its answers are not validated yet. */
export interface AppBridge {
  /** Rejects if the app fails, or the signal is aborted. */
  ask(section: string, signal: AbortSignal): Promise<unknown>;
}

/** The object that Android's `WebViewCompat.addWebMessageListener` injects; the other side is in ios/ and android/. */
interface MessagePort extends EventTarget {
  postMessage(text: string): void;
}
/** The interface of `WKUserContentController.addScriptMessageHandler(_:contentWorld:name:)`. */
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

/** Undefined if the page is open in a browser. */
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

/** Messages have no replies, so each request has a number, which its answer repeats. */
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
