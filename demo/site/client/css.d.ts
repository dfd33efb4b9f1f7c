/** A style that Vite makes a file of. */
declare module '*.css';
