# Driftless in a container: docker build -t driftless . && docker run -p 8080:8080 -v driftless:/data driftless
# By its digest, for all architectures; docs/operations.md says how to take a newer one.
FROM node:26.8.1-slim@sha256:c0753125a3789977aefe869cbebccf70e3cfd7ea84ca48547458f02e4f1d7146 AS build
WORKDIR /driftless
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY vite.config.ts tsconfig.json ./
COPY scripts scripts
COPY app app
COPY shared shared
# What the build needed, and the Node that comes as a package, stay behind.
RUN npx vite build && npm prune --omit=dev --omit=optional

FROM node:26.8.1-slim@sha256:c0753125a3789977aefe869cbebccf70e3cfd7ea84ca48547458f02e4f1d7146
WORKDIR /driftless
ENV NODE_ENV=production DATA_DIR=/data
# As scripts/parts/runtime.mjs says: the allocator gives back what it does not need any more.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=2
RUN mkdir /data && chown node:node /data
COPY --from=build /driftless/package.json ./
COPY --from=build /driftless/node_modules node_modules
COPY --from=build /driftless/dist dist
COPY shared shared
COPY sync-server sync-server
USER node
VOLUME /data
EXPOSE 8080
# Whether it lives, not whether it can store: with a full disk, or without its database, it goes on for
# those who read, and to be started anew would help nobody. Large tables take their time at the start.
HEALTHCHECK --start-period=5m CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The signal that ends a container reaches Node itself, which stops in order.
CMD ["node", "sync-server/main.ts"]
