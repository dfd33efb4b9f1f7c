/** A file's content as a data: address, inserted by the bundler. */
declare module '*?url&inline' {
  const address: string;
  export default address;
}
