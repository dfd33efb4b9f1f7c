import type {Page} from '@playwright/test';

/** The interfaces by which a page can call native code of an app. */
export type Bridge = 'android' | 'ios' | 'capacitor';

/** Injects what an app's native side provides into each page, before the page's own code runs. */
export async function pretendApp(
  page: Page,
  bridge: Bridge,
  answers: Record<string, unknown>,
): Promise<void> {
  await page.addInitScript(
    ({bridge, answers}) => {
      const later = (section: string) =>
        new Promise((resolve) => setTimeout(() => resolve(answers[section]), 20));
      // WebViewCompat.addWebMessageListener
      const port = Object.assign(new EventTarget(), {
        async postMessage(text: string) {
          const {id, section} = JSON.parse(text) as {id: number; section: string};
          const answer = await later(section);
          const say = (data: unknown) => port.dispatchEvent(new MessageEvent('message', {data}));
          say('{"id": ');
          say(JSON.stringify({id: id + 1_000_000, answer: 'of no question'}));
          say(JSON.stringify({id, answer}));
        },
      });
      // WKUserContentController.addScriptMessageHandler(_:contentWorld:name:)
      const handler = {postMessage: ({section}: {section: string}) => later(section)};
      // Capacitor's native side, as its package in the page expects it.
      const Capacitor = {
        PluginHeaders: [{name: 'AppSensors', methods: [{name: 'read', rtype: 'promise'}]}],
        nativePromise: (_plugin: string, _method: string, {section}: {section: string}) =>
          later(section),
      };
      Object.assign(
        globalThis,
        {
          android: {appSensors: port},
          ios: {webkit: {messageHandlers: {appSensors: handler}}},
          capacitor: {Capacitor, androidBridge: {}},
        }[bridge],
      );
    },
    {bridge, answers},
  );
}
