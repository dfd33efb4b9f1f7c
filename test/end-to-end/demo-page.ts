import {readFile} from 'node:fs/promises';
import {expect, type Page} from '@playwright/test';

/** Page object for the demo: acts as a visitor does. */
export class DemoPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get photos() {
    return this.page.locator('#list').getByRole('listitem');
  }

  get inspector() {
    return this.page.locator('seal-inspector');
  }

  /** Opens the page and turns the camera on; presses the button where the browser needs a gesture for the prompt. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.openMore();
    const turnOn = this.page.getByRole('button', {name: 'Turn on camera'});
    await expect(turnOn.or(this.shutter)).toBeVisible();
    if (await turnOn.isVisible()) await turnOn.click();
    await this.waitForPicture();
    await this.waitForList();
  }

  /** Unfolds the options and the list of earlier photos below the stage. */
  async openMore(): Promise<void> {
    await this.page.locator('#more > summary').click();
  }

  /** Has what is sealed from now on stored on the site, too. */
  async publish(): Promise<void> {
    await this.page.getByRole('switch', {name: 'Also store sealed files on this site'}).check();
  }

  get again() {
    return this.page.getByRole('button', {name: 'Start again'});
  }

  /** Leaves the result of the last photo for the camera. */
  async startAgain(): Promise<void> {
    if (await this.again.isVisible()) await this.again.click();
    await this.waitForPicture();
  }

  /** Waits until the list shows the photos of the site, or the message that the site does not answer. */
  async waitForList(): Promise<void> {
    await expect(this.page.locator('#list')).toHaveAttribute('aria-busy', 'false');
  }

  get shutter() {
    return this.page.getByRole('button', {name: 'Take photo'});
  }

  async waitForPicture(): Promise<void> {
    await expect(this.shutter).toBeVisible();
    await this.page.waitForFunction(() => {
      const video = document.querySelector('capture-image')?.shadowRoot?.querySelector('video');
      return (video?.videoWidth ?? 0) > 0;
    });
  }

  /** Presses the shutter. Resolves once the photo is the first of the list. */
  async takePhoto(): Promise<void> {
    const newest = (): Promise<string | undefined> =>
      this.page.evaluate(
        () => document.querySelector<HTMLElement>('#list li')?.dataset['captureId'],
      );
    const before = await newest();
    // The result of an earlier photo may take the camera's place at any moment.
    await expect(async () => {
      await this.startAgain();
      await this.shutter.click({timeout: 1_000});
    }).toPass();
    await expect.poll(newest).not.toBe(before);
  }

  /** Presses the shutter and waits until the newest photo is sealed. */
  async takeSealedPhoto(): Promise<void> {
    await this.takePhoto();
    await this.expectSealed();
  }

  /** Waits for the seal, long enough for a few failed attempts with growing delays. */
  async expectSealed(): Promise<void> {
    const inspect = this.photos.first().getByRole('button', {name: 'Inspect'});
    await expect(inspect).toBeVisible({timeout: 15_000});
  }

  /** Waits until the newest photo is in the site's own storage. */
  async expectUploaded(): Promise<void> {
    const state = this.photos.first().locator('.state');
    await expect(state).toHaveText('Sealed, on this site', {timeout: 15_000});
  }

  /** Presses "Tamper with it", which changes one byte of the file on the stage. */
  async tamper(): Promise<void> {
    await this.page.getByRole('button', {name: 'Tamper with it'}).click();
  }

  /** Saves the newest sealed photo with its download button. */
  async download(): Promise<{name: string; bytes: Buffer}> {
    const saving = this.page.waitForEvent('download');
    await this.photos.first().getByRole('link', {name: 'Download'}).click();
    const saved = await saving;
    return {name: saved.suggestedFilename(), bytes: await readFile(await saved.path())};
  }

  /** Drops a file from outside the page onto the inspector. */
  async drop(name: string, type: string, bytes: Uint8Array): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ({name, type, base64}) => {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const dropped = new DataTransfer();
        dropped.items.add(new File([content], name, {type}));
        return dropped;
      },
      {name, type, base64: Buffer.from(bytes).toString('base64')},
    );
    await this.inspector.dispatchEvent('dragover', {dataTransfer: transfer});
    await this.inspector.dispatchEvent('drop', {dataTransfer: transfer});
  }

  async expectVerdict(heading: string): Promise<void> {
    const found = this.inspector.getByRole('heading', {name: heading});
    // The service's engine starts with the first file.
    await expect(found).toBeVisible({timeout: 20_000});
  }
}
