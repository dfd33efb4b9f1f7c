node node_modules/typescript/bin/tsc --noEmit -p . 2>&1 < /dev/null | head -40
