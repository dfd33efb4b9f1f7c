import {readFile} from 'node:fs/promises';
import {expect, type Page} from '@playwright/test';

/** The demo as a visitor uses it. */
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

  /** Opens the page and turns the camera on, with the button where the browser has to ask. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    const turnOn = this.page.getByRole('button', {name: 'Turn on camera'});
    await expect(turnOn.or(this.shutter)).toBeVisible();
    if (await turnOn.isVisible()) await turnOn.click();
    await this.waitForPicture();
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

  /** Presses the shutter and waits until the newest photo is sealed. */
  async takeSealedPhoto(): Promise<void> {
    const before = await this.photos.count();
    await this.shutter.click();
    await expect(this.photos).toHaveCount(before + 1);
    await this.expectSealed();
  }

  /** Also after a few tries in vain, of which the next one comes later and later. */
  async expectSealed(): Promise<void> {
    const sealed = this.photos.first().getByText('Sealed', {exact: true});
    await expect(sealed).toBeVisible({timeout: 15_000});
  }

  /** Saves the newest sealed photo as the visitor would. */
  async download(): Promise<{name: string; bytes: Buffer}> {
    const saving = this.page.waitForEvent('download');
    await this.photos.first().getByRole('link', {name: 'Download'}).click();
    const saved = await saving;
    return {name: saved.suggestedFilename(), bytes: await readFile(await saved.path())};
  }

  /** Drags a file from outside onto the inspector. */
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
    await expect(this.inspector.getByRole('heading', {name: heading})).toBeVisible();
  }
}
