import {expect, type Page} from '@playwright/test';

/** Page object for the inspector of the demo's case: acts as a visitor does. */
export class InspectorPage {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, address: string): Promise<InspectorPage> {
    await page.goto(`${address}/case.html`);
    const inspector = new InspectorPage(page);
    await expect(inspector.chooseButton).toBeVisible();
    return inspector;
  }

  get element() {
    return this.page.locator('seal-inspector');
  }

  get chooseButton() {
    return this.element.getByRole('button', {name: 'Choose files'});
  }

  /** The rows of the list that is shown for several files. */
  get files() {
    return this.element.locator('[role=option]');
  }

  file(name: string) {
    return this.files.filter({has: this.page.getByText(name, {exact: true})});
  }

  /** The verdict's heading. */
  get verdict() {
    return this.element.locator('#verdict');
  }

  get checks() {
    return this.element.getByRole('region', {name: 'What was checked'});
  }

  /** Chooses files with the file dialog. */
  async choose(paths: string[]): Promise<void> {
    await this.element.locator('input[type=file]').setInputFiles(paths);
  }

  async expectAllChecked(): Promise<void> {
    const open = this.files.filter({hasText: /Checking|Waiting/});
    await expect(open).toHaveCount(0, {timeout: 30_000});
  }

  /** Waits until the facts that the page itself reads from the file are shown. */
  async expectFactsRead(): Promise<void> {
    await expect(this.element.getByText(/^Reading (the file|what else)/)).toHaveCount(0);
  }
}
