/** A style sheet that Vite writes to a file. */
declare module '*.css';
