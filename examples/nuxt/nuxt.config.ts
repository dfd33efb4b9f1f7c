import {isCustomElement} from 'sealed-capture/vue';

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  app: {head: {title: 'Report damage', link: [{rel: 'icon', href: 'data:,'}]}},
  vue: {compilerOptions: {isCustomElement}},
});
