node demo/compile.mjs && node demo/packages/elements.mjs && cp /tmp/opts-size.ts ./zz-size.ts && node --import=tsx zz-size.ts; rm -f zz-size.ts
