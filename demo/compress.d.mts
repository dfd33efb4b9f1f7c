import type {Plugin} from 'vite';

export const compress: Plugin;
