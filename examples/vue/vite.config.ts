import vue from '@vitejs/plugin-vue';
import {isCustomElement} from 'sealed-capture/vue';
import {defineConfig} from 'vite';

export default defineConfig({
  plugins: [vue({template: {compilerOptions: {isCustomElement}}})],
});
