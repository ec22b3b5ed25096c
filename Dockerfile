# syntax=docker/dockerfile:1
# The operator's image: a Java runtime cut to what it needs, its jars, and nothing else: no shell, no package manager.
# docker build --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse HEAD)" -t database-lease-operator .
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
# the dependencies first: they change seldom, and are not fetched again for a change of the sources
COPY pom.xml ./
COPY .mvn .mvn
RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp -q dependency:go-offline
COPY src src
COPY crds crds
RUN --mount=type=cache,target=/root/.m2 mvn -B -ntp -q -DskipTests package
COPY image image
RUN image/rootfs /image

FROM scratch
ARG VERSION=0.1.0
ARG REVISION=""
LABEL org.opencontainers.image.title="database-lease-operator" \
      org.opencontainers.image.description="Leases in a shared PostgreSQL, and a label on the pod that leads." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build /image/runtime/ /
COPY --from=build /image/lib/ /
COPY --from=build /image/app/ /
ENV PATH=/opt/java/bin
WORKDIR /app
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["/opt/java/bin/java", "@jvm.options", "-XX:SharedArchiveFile=operator.jsa", "-jar", "database-lease-operator.jar"]
