import {defineConfig} from 'vite';

// Relative addresses, because an app may have the page in any folder, such as /assets/ in Android's WebViewAssetLoader.
export default defineConfig({base: './'});
