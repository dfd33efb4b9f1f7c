import type {Plugin} from 'vite';

export const pages: Plugin[];
