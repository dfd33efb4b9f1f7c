import adapter from '@sveltejs/adapter-static';

// Plain files, which any server can serve. With a server of its own, take its adapter, and leave +layout.ts out.
export default {kit: {adapter: adapter()}};
