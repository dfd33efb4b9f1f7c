import {
  onContentUpdated,
  type DefaultTheme as Settings,
  type SiteData,
  type Theme,
} from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import {startChoices} from '../../client/choices.js';
import {weights} from '../../client/search-weights.js';
import {startTexts} from '../../client/texts.js';
import './style.css';

/** Makes each thing of its kind on the page work, once. */
function start(selector: string, action: (place: HTMLElement) => unknown): void {
  for (const place of document.querySelectorAll<HTMLElement>(`${selector}:not([data-started])`)) {
    place.dataset['started'] = '';
    action(place);
  }
}

/** VitePress's own theme, with what the pages of this manual have beside text. */
export default {
  extends: DefaultTheme,
  enhanceApp({siteData}) {
    // Functions in the settings would reach the page as text, which a strict policy forbids to evaluate.
    const {search} = (siteData.value as SiteData<Settings.Config>).themeConfig;
    if (search?.provider === 'local') {
      search.options = {...search.options, miniSearch: {searchOptions: weights}};
    }
  },
  setup() {
    onContentUpdated(() => {
      // The menu is long, and its active entry is marked in the next frame.
      requestAnimationFrame(() => {
        document.querySelector('.VPSidebarItem.is-active')?.scrollIntoView({block: 'nearest'});
      });
      start('.choices', startChoices);
      start('[data-texts]', startTexts);
      start('.playground', async (place) => {
        const {startPlayground} = await import('../../client/playground.js');
        await startPlayground(place);
      });
      start('[data-theme]', async (stage) => {
        const {showTheme} = await import('../../client/themes.js');
        showTheme(stage);
      });
    });
  },
} satisfies Theme;
