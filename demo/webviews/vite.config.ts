import {defineConfig} from 'vite';

// An app may have the page in any folder: /assets/ in Android's WebViewAssetLoader.
export default defineConfig({base: './'});
