import {expect, test, type Browser, type Frame, type Page} from '@playwright/test';
import {documentedHeader} from './documented-header.js';
import {HtmlSite} from './html-site.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(() => site.reset());

const camera = '<capture-image></capture-image>';
const loaded = '<script type="module" src="/bundle/sealed-capture.js"></script>';
const frame = (path: string, attributes: string) =>
  `<iframe src="${path}" ${attributes} width="600" height="500"></iframe>`;
const allowing = 'allow="camera; microphone; geolocation"';

/** Where a page shows the element, and whether the browser takes the press of its button there. */
const places: readonly {
  where: string;
  body: string;
  /** Style sheet of the page. */
  css?: string;
  lang?: string;
  /** A script that the page runs once the button is there. */
  then?: () => void;
  /** The frame says which page may contain it, as docs/csp.md has it. */
  isFrameNamed?: true;
  takes: boolean;
}[] = [
  {where: 'in a page', body: camera, takes: true},
  {
    where: 'in a modal dialog',
    body: `<dialog>${camera}</dialog>`,
    then: () => document.querySelector('dialog')?.showModal(),
    takes: true,
  },
  {where: 'in Arabic', body: camera, lang: 'ar', takes: true},
  {where: 'in dark colors', body: camera, css: 'html{color-scheme:dark}', takes: true},
  {where: 'with text of 200 %', body: camera, css: 'html{font-size:200%}', takes: true},
  {
    where: 'restyled as a part',
    body: camera,
    css: '::part(permission-button){background-color:#063;color:#fff;border-radius:99px}',
    takes: true,
  },
  {where: 'restyled by tokens', body: camera, css: 'body{--sc-accent:#063}', takes: true},
  {
    where: 'with too little contrast',
    body: camera,
    css: '::part(permission-button){background-color:#ccc;color:#bbb}',
    takes: false,
  },
  {
    where: 'with type that is too small',
    body: camera,
    css: '::part(permission-button){font-size:9px}',
    takes: false,
  },
  {
    where: 'below something that lets presses through',
    body: `${camera}<div class="over"></div>`,
    css: '.over{position:fixed;inset:0;pointer-events:none}',
    takes: false,
  },
  {
    where: 'within something translucent',
    body: camera,
    css: 'capture-image{opacity:.7}',
    takes: false,
  },
  {where: 'in a frame of the same origin', body: frame('/frame', ''), takes: true},
  {where: 'in a frame of another origin', body: frame('OTHER/frame', allowing), takes: false},
  {
    where: 'in a frame of another origin that names its page in frame-ancestors',
    body: frame('OTHER/frame', allowing),
    isFrameNamed: true,
    takes: true,
  },
];

/** Denies everything, as the person has done on an earlier visit. */
async function deny(browser: Browser, page: Page): Promise<void> {
  const target = await page.context().newCDPSession(page);
  const {targetInfo} = await target.send('Target.getTargetInfo');
  const debugging = await browser.newBrowserCDPSession();
  for (const origin of [site.origin, site.otherOrigin]) {
    for (const name of ['camera', 'microphone', 'geolocation']) {
      await debugging.send('Browser.setPermission', {
        permission: {name},
        setting: 'denied',
        origin,
        browserContextId: targetInfo.browserContextId,
      });
    }
  }
}

for (const {where, body, css = '', lang = 'en', then, isFrameNamed, takes} of places) {
  test(`the browser ${takes ? 'takes' : 'ignores'} the press of its button ${where}`, async ({
    browser,
    page,
  }) => {
    const origins = {service: site.service.address, bundle: site.origin};
    const head = documentedHeader('Photos', origins);
    const named = documentedHeader('Frames of another origin', origins);
    const policies: Record<string, string | undefined> = {
      '/': `${head}; frame-src *`,
      '/frame': isFrameNamed && named.replace('https://page.example', site.origin),
    };
    site.policyOf = (path) => policies[path];
    site.put('/frame', camera);
    const dir = lang === 'ar' ? 'rtl' : 'ltr';
    site.pages.set(
      '/',
      `<!doctype html><html lang="${lang}" dir="${dir}"><title>${where}</title><meta name="viewport" content="width=device-width">${loaded}<body>${body.replace('OTHER', site.otherOrigin)}`,
    );
    await deny(browser, page);
    await page.goto(site.origin);
    // A style sheet that the page's policy allows.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
    if (then) await page.evaluate(then);
    const at: Frame = page.frames()[1] ?? page.mainFrame();
    const button = at.locator('.permission-button');
    await expect(button).toBeVisible();
    await page.waitForTimeout(1000);
    await button.evaluate((element) => {
      for (const type of ['cancel', 'error', 'track']) {
        element.addEventListener(type, () => (document.title = type));
      }
    });
    await button.click({force: true});
    // Without windows, the browser closes its question itself.
    await expect.poll(() => at.title()).toBe(takes ? 'cancel' : 'error');
    await expect(at.locator('.screen li')).toHaveCount(takes ? 0 : 3);
    if (takes) return;
    await page.waitForTimeout(1000);
    await button.click({force: true});
    await expect(button).toHaveCount(0);
    await expect(at.getByRole('button', {name: 'Try again'})).toBeVisible();
  });
}

test('in a frame without `allow` the element says what the page has to set, and has no button', async ({
  browser,
  page,
}) => {
  site.put('/frame', camera);
  site.put('/', frame(`${site.otherOrigin}/frame`, ''));
  await deny(browser, page);
  await page.goto(site.origin);
  const inside = page.frameLocator('iframe');
  await expect(inside.getByText('<iframe allow="camera">')).toBeVisible();
  await expect(inside.locator('.permission-button')).toHaveCount(0);
});
