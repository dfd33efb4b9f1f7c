import {defineConfig} from 'astro/config';

// Scripts are files of the site, also small ones: a strict policy allows no other.
export default defineConfig({vite: {build: {assetsInlineLimit: 0}}});
