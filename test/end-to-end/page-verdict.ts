import type {Page} from '@playwright/test';
import type {VerifyMode} from '../../src/core/inspection/opinions.js';
import type {
  InspectedDetail,
  InspectErrorDetail,
} from '../../src/elements/seal-inspector/events.js';
import type {SealInspector} from '../../src/elements/seal-inspector.js';

/** The detail of either event of the inspector. */
type Told = Partial<InspectedDetail & InspectErrorDetail>;

/** The verdict of the page's own inspector about a file. */
export async function verdict(
  page: Page,
  name: string,
  bytes: Uint8Array,
  verify: VerifyMode = 'local',
): Promise<Told> {
  return page.evaluate(
    async ({name, base64, verify}) => {
      const inspector = document.querySelector<SealInspector>('seal-inspector')!;
      inspector.verify = verify;
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const told = new Promise<CustomEvent<Told>>((tell) => {
        inspector.addEventListener('inspected', (event) => tell(event), {once: true});
        inspector.addEventListener('inspect-error', (event) => tell(event), {once: true});
      });
      await inspector.inspect(new File([content], name));
      return (await told).detail;
    },
    {name, base64: Buffer.from(bytes).toString('base64'), verify},
  );
}

/** Makes the page's inspector inspect each photo as soon as it is sealed. */
export async function inspectPhotos(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener('protected', ({protectedBlob}) => {
      void document.querySelector<SealInspector>('seal-inspector')?.inspect(protectedBlob);
    });
  });
}
