// Writes Discord's OpenAPI 3.1 document again out of the types that a package was generated from it.
//
//   node scripts/discord-document.mjs PACKAGE TOOLS >discord.json
//
// No package that can be had holds the document itself; this one (PACKAGE, `discord-api-spec`) has
// every path, parameter, body and answer as TypeScript, and every schema for zod, which can write
// JSON schemas. TOOLS is a folder where `typescript` and `zod` are installed.
//
// What the types do not say is lost: the media types (all is JSON here, an upload too), whether a
// query parameter was exploded, and the examples. What they say twice or loosely comes out so:
// unions are `anyOf`, as in the document.
import { createRequire } from "node:module";
import { copyFileSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const [source, tools] = process.argv.slice(2).map((folder) => resolve(folder));
const require = createRequire(join(tools, "package.json"));
const ts = require("typescript");
const z = require("zod");

/// Schemas by name, from zod.
async function schemas() {
  // Beside zod, so that its import is found.
  const module = join(tools, "discord.mjs");
  copyFileSync(join(source, "build/discord-api-spec.zod.js"), module);
  const exported = await import(pathToFileURL(module).href);
  const registry = z.registry();
  for (const [name, schema] of Object.entries(exported)) {
    if (name.endsWith("Schema")) registry.add(schema, { id: name.slice(0, -"Schema".length) });
  }
  const written = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: "any",
    // What is sent: no `additionalProperties: false` where more is allowed.
    io: "input",
    // The pattern by which zod checks a format is zod's own.
    override: ({ jsonSchema }) => jsonSchema.format && delete jsonSchema.pattern,
  });
  for (const schema of Object.values(written.schemas)) {
    delete schema.$id;
    delete schema.$schema;
  }
  return written.schemas;
}

const text = readFileSync(join(source, "build/discord-api-spec.ts"), "utf8");
const file = ts.createSourceFile("discord.ts", text, ts.ScriptTarget.Latest, true);
const components = await schemas();

const nameOf = (member) => member.name.text;
const members = (type) => (type && ts.isTypeLiteralNode(type) ? [...type.members] : []);
const member = (type, name) => members(type).find((one) => nameOf(one) === name)?.type;
const remark = (node) => ts.getJSDocCommentsAndTags(node).map((one) => one.comment ?? "").join("\n");

/// A JSON schema of a type.
function schemaOf(type) {
  if (ts.isParenthesizedTypeNode(type)) return schemaOf(type.type);
  if (ts.isArrayTypeNode(type)) return { type: "array", items: schemaOf(type.elementType) };
  if (ts.isUnionTypeNode(type)) return unionOf(type.types);
  if (ts.isIntersectionTypeNode(type)) return { allOf: type.types.map(schemaOf) };
  if (ts.isTypeLiteralNode(type)) return objectOf(type);
  if (ts.isLiteralTypeNode(type)) return literalOf(type.literal);
  if (ts.isTypeReferenceNode(type)) return referenceOf(type);
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return { type: "string" };
    case ts.SyntaxKind.NumberKeyword:
      return { type: "integer" };
    case ts.SyntaxKind.BooleanKeyword:
      return { type: "boolean" };
    default:
      return {};
  }
}

function unionOf(types) {
  const literals = types.filter((type) => ts.isLiteralTypeNode(type) && type.literal.kind !== ts.SyntaxKind.NullKeyword);
  if (literals.length === types.length) {
    const values = literals.map((type) => literalOf(type.literal).const);
    return { type: typeof values[0] === "number" ? "integer" : typeof values[0], enum: values };
  }
  return { anyOf: types.map(schemaOf) };
}

function objectOf(type) {
  const properties = {};
  const required = [];
  for (const one of type.members) {
    if (ts.isIndexSignatureDeclaration(one)) return { type: "object", additionalProperties: schemaOf(one.type) };
    properties[nameOf(one)] = schemaOf(one.type);
    if (!one.questionToken) required.push(nameOf(one));
  }
  return { type: "object", properties, ...(required.length ? { required } : {}) };
}

function literalOf(literal) {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { type: "null" };
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return { type: "boolean", const: true };
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return { type: "boolean", const: false };
  if (ts.isStringLiteral(literal)) return { type: "string", const: literal.text };
  return { type: "integer", const: Number(literal.getText(file)) };
}

function referenceOf(type) {
  const name = type.typeName.getText(file);
  if (name === "Record") return { type: "object", additionalProperties: schemaOf(type.typeArguments[1]) };
  if (name === "Array") return { type: "array", items: schemaOf(type.typeArguments[0]) };
  if (name in components) return { $ref: `#/components/schemas/${name}` };
  if (name === "Blob" || name === "File") return { type: "string", contentEncoding: "binary" };
  throw new Error(`\`${name}\` is neither a schema nor known`);
}

function parametersOf(type) {
  return ["path", "query", "header", "cookie"].flatMap((place) =>
    members(member(type, place)).map((one) => ({
      name: nameOf(one),
      in: place,
      required: place === "path" || !one.questionToken,
      ...(remark(one) ? { description: remark(one) } : {}),
      schema: schemaOf(one.type),
    })),
  );
}

const json = (type) => ({ "application/json": { schema: schemaOf(type) } });
const isNothing = (type) => [ts.SyntaxKind.UnknownKeyword, ts.SyntaxKind.UndefinedKeyword, ts.SyntaxKind.NeverKeyword].includes(type.kind);

function responsesOf(type) {
  return Object.fromEntries(
    members(type).map((one) => [
      nameOf(one),
      { description: remark(one), ...(isNothing(one.type) ? {} : { content: json(one.type) }) },
    ]),
  );
}

/// `[{ BotToken: [] }]` of the types, as data.
function securityOf(type) {
  if (!type || !ts.isTupleTypeNode(type)) return [];
  return type.elements.map((one) =>
    Object.fromEntries(
      members(one).map((scheme) => [
        nameOf(scheme),
        ts.isTupleTypeNode(scheme.type) ? scheme.type.elements.map((scope) => scope.literal.text) : [],
      ]),
    ),
  );
}

function operationOf(verb) {
  const responses = responsesOf(member(verb.type, "responses"));
  const body = members(verb.type).find((one) => nameOf(one) === "requestBody");
  // Each first answer is described as "200 response for list_messages".
  const told = Object.values(responses).map((one) => / response for (\w+)$/.exec(one.description)?.[1]);
  const security = securityOf(member(verb.type, "security"));
  return {
    ...(told.find(Boolean) ? { operationId: told.find(Boolean) } : {}),
    ...(remark(verb) ? { description: remark(verb) } : {}),
    parameters: parametersOf(member(verb.type, "parameters")),
    ...(body && !isNothing(body.type) ? { requestBody: { required: !body.questionToken, content: json(body.type) } } : {}),
    responses,
    ...(security.length ? { security } : {}),
  };
}

const described = file.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === "Paths");
const paths = Object.fromEntries(
  described.members.map((path) => [
    nameOf(path),
    Object.fromEntries(members(path.type).map((verb) => [nameOf(verb), operationOf(verb)])),
  ]),
);
const token = { type: "apiKey", in: "header", name: "Authorization" };
const schemes = new Set(
  Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => (one.security ?? []).flatMap(Object.keys))),
);
const written = {
  openapi: "3.1.0",
  info: { title: "Discord HTTP API", version: "10" },
  servers: [{ url: "https://discord.com/api/v10" }],
  paths,
  components: { schemas: components, securitySchemes: Object.fromEntries([...schemes].map((name) => [name, token])) },
};
process.stdout.write(JSON.stringify(written, null, 1));
