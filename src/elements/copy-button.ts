import {html, type TemplateResult} from 'lit';
import {copyIcon} from './later-icons.js';
import type {View} from './metadata/view.js';

/** A button that copies a text, and reports beside itself whether that succeeded. */
export const renderCopyButton = (
  label: string,
  text: string,
  {term}: Pick<View, 'term'>,
  clipboard: Pick<Clipboard, 'writeText'> | undefined = navigator.clipboard,
): TemplateResult =>
  html`<div class="copy">
    <button
      class="button"
      type="button"
      @click=${async ({currentTarget}: Event) => {
        const said = (currentTarget as Element).nextElementSibling as Element;
        // Insecure pages have no clipboard.
        const copying = clipboard?.writeText(text) ?? Promise.reject(new Error());
        said.textContent = term(
          await copying.then(
            () => 'copied' as const,
            () => 'notCopied' as const,
          ),
        );
      }}
    >
      ${copyIcon()} ${label}
    </button>
    <span class="quiet" role="status"></span>
  </div>`;
