import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {AxeBuilder} from '@axe-core/playwright';
import type {BrowserContext, Page} from '@playwright/test';
import type {
  Check,
  InspectionResult,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {LabelState} from '@sealed-capture/seal/model/inspection/label-state.js';

const root = resolve(import.meta.dirname, '../..');
const references = join(import.meta.dirname, 'references');
const {resolve: resolvePackage} = createRequire(import.meta.url);
/** No server listens here: the test answers all requests. "localhost" is a secure context. */
const origin = 'http://localhost';

/**
 * A recorded answer of a service about `sealed.jpg`. It is recorded because new certificates and keys would change it.
 */
const sealed = JSON.parse(
  readFileSync(join(references, 'sealed.json'), 'utf8'),
) as InspectionResult;

/** The answer with fewer fields, which keeps the pictures small. One state shows all fields. */
const {tags, gps, orientation, labelValid, labelState, reason, checks, signature} = sealed;
const brief = {tags, gps, orientation, labelValid, labelState, reason, checks, signature};

const failed = (code: string, explanation: string): Check => ({code, passed: false, explanation});
const without = (...codes: string[]) => sealed.checks.filter(({code}) => !codes.includes(code));

/** One answer for each verdict. */
export const answers: Record<LabelState | 'brief', InspectionResult> = {
  valid: sealed,
  brief,
  interim: {
    ...brief,
    labelValid: false,
    labelState: 'interim',
    reason:
      'Nothing has changed since Sandbox Seal sealed it. Sandbox Seal is known from the interim list, which was closed in January 2026.',
    checks: [
      failed(
        'org.sealed-capture.interimSigner',
        'The signer is known from the interim list alone, which was closed in January 2026.',
      ),
      ...without('signingCredential.trusted'),
    ],
  },
  untrusted: {
    ...brief,
    labelValid: false,
    labelState: 'untrusted',
    reason: 'The signer is not among those that this service trusts.',
    checks: [
      failed(
        'signingCredential.untrusted',
        'The signer is not among those that this service trusts.',
      ),
      ...without('signingCredential.trusted'),
    ],
  },
  invalid: {
    ...brief,
    labelValid: false,
    labelState: 'invalid',
    reason: 'The file was changed after it was sealed.',
    checks: [
      failed('assertion.dataHash.mismatch', 'The file was changed after it was sealed.'),
      ...without('assertion.dataHash.match'),
    ],
  },
  unchecked: {
    labelValid: false,
    labelState: 'unchecked',
    reason: 'The file could not be checked in the time that one file may take.',
    checks: [
      failed('general.error', 'The file could not be checked in the time that one file may take.'),
    ],
  },
  none: {
    labelValid: false,
    labelState: 'none',
    reason: 'This file carries no seal. That doesn’t mean it’s fake.',
    checks: [],
  },
};

export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const photo = (name = 'north-quay.jpg'): GivenFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(references, 'sealed.jpg')),
});

/** A WAV file: two seconds of a tone that comes and goes. */
export function recording(): GivenFile {
  const samples = Array.from({length: 16_000}, (_, at) =>
    Math.round(9000 * Math.sin(at / 3) * Math.sin((Math.PI * at) / 16_000)),
  );
  const buffer = Buffer.alloc(44 + 2 * samples.length);
  buffer.write('RIFF', 0);
  buffer.writeUInt32LE(buffer.length - 8, 4);
  buffer.write('WAVEfmt ', 8);
  for (const [at, value, size] of [
    [16, 16, 4],
    [20, 1, 2],
    [22, 1, 2],
    [24, 8000, 4],
    [28, 16_000, 4],
    [32, 2, 2],
    [34, 16, 2],
    [40, 2 * samples.length, 4],
  ] as const)
    buffer.writeUIntLE(value, at, size);
  buffer.write('data', 36);
  samples.forEach((sample, index) => buffer.writeInt16LE(sample, 44 + 2 * index));
  return {name: 'statement.wav', mimeType: 'audio/wav', buffer};
}

/** The test brings its own fonts, so that text looks the same on every machine. */
function fontFaces(): string {
  const face = (family: string, file: string, weight: number) => {
    const font = readFileSync(resolvePackage(file)).toString('base64');
    return `@font-face {font-family: ${family}; font-weight: ${weight}; src: url(data:font/woff2;base64,${font})}`;
  };
  return [
    face('Words', '@fontsource/inter/files/inter-latin-400-normal.woff2', 400),
    face('Words', '@fontsource/inter/files/inter-latin-600-normal.woff2', 600),
    face('Codes', '@fontsource/roboto-mono/files/roboto-mono-latin-400-normal.woff2', 400),
  ].join('\n');
}

const document = `<!doctype html>
<html lang="en-GB">
  <meta charset="utf-8">
  <title>Inspector</title>
  <style>
    ${fontFaces()}
    :root {color-scheme: light dark}
    h1 {position: absolute; clip-path: inset(50%)}
    body {margin: 0; background: light-dark(#fff, #14171c)}
    seal-inspector {--sc-font: Words; --sc-font-mono: Codes; padding: 8px}
  </style>
  <script type="module" src="/sealed-capture.js"></script>
  <main><h1>Inspector</h1><seal-inspector base-url="/protection/inspect" api-key="key"></seal-inspector></main>
</html>`;

/** A page that contains only the built inspector, with a fixed location, time and time zone. */
export class InspectorStage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async in(context: BrowserContext): Promise<InspectorStage> {
    const page = await context.newPage();
    await page.clock.setFixedTime('2026-11-22T09:30:00Z');
    await page.route(`${origin}/**`, async (route) => {
      const {pathname} = new URL(route.request().url());
      if (pathname === '/') await route.fulfill({contentType: 'text/html', body: document});
      else await route.fulfill({path: join(root, 'dist/web', pathname)});
    });
    await page.goto(origin);
    await page.evaluate(async () => {
      await customElements.whenDefined('seal-inspector');
      const faces = ['400 16px Words', '600 16px Words', '400 16px Codes'];
      await Promise.all(faces.map((face) => globalThis.document.fonts.load(face)));
    });
    // It comes with the code for results, when the page is idle.
    await page.locator('[part=address-button]').waitFor();
    return new InspectorStage(page);
  }

  get element() {
    return this.page.locator('seal-inspector');
  }

  /** Sets the service's answer from now on. */
  async answer(result: InspectionResult): Promise<void> {
    await this.page.route('**/protection/inspect', (route) => route.fulfill({json: result}));
  }

  async goOffline(): Promise<void> {
    await this.page.route('**/protection/inspect', (route) => route.abort('internetdisconnected'));
  }

  async give(...files: GivenFile[]): Promise<void> {
    await this.element.locator('input[type=file]').setInputFiles(files);
  }

  /** Drags a file over the element without dropping it. */
  async drag(): Promise<void> {
    await this.element.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'photo.jpg', {type: 'image/jpeg'}));
      const options = {dataTransfer, bubbles: true, cancelable: true};
      element.dispatchEvent(new DragEvent('dragenter', options));
      element.dispatchEvent(new DragEvent('dragover', options));
    });
  }

  /** Waits until everything that loads after the verdict is shown. */
  async settle(): Promise<void> {
    await this.page.waitForFunction(() => {
      const root = globalThis.document.querySelector('seal-inspector')?.shadowRoot;
      const preview = root?.querySelector('.preview');
      const isDrawn =
        preview?.classList.contains('sound') ||
        preview?.childElementCount ||
        preview?.textContent?.trim();
      return (
        root?.querySelector('#verdict') &&
        isDrawn &&
        !/Reading (the file|what else)/.test(root.textContent ?? '')
      );
    });
  }

  /** Number of pixels by which the page is wider than its window. */
  overflow(): Promise<number> {
    return this.page.evaluate(() => {
      const {scrollWidth, clientWidth} = globalThis.document.documentElement;
      return scrollWidth - clientWidth;
    });
  }

  /** The violations that axe finds. */
  async violations(): Promise<string[]> {
    const {violations} = await new AxeBuilder({page: this.page})
      .options({resultTypes: ['violations']})
      .setLegacyMode()
      .analyze();
    return violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`);
  }
}
