import type {NextConfig} from 'next';

// Plain files, which any server can serve. With a server of its own, leave `output` out.
const config: NextConfig = {output: 'export'};

export default config;
