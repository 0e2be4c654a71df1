/* In a page that has TypeScript's compiler: what it says of these scripts, a line each. */
(given) => {
  const [texts, page, libraries] = JSON.parse(given);
  const PAGE = "/page.d.ts";
  const options = {
    allowJs: true,
    noEmit: true,
    skipLibCheck: true,
    useUnknownInCatchVariables: true,
    noImplicitThis: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  };
  const read = (path) =>
    path === PAGE ? page : (texts[path.slice(1)] ?? libraries[path.slice("/lib/".length)]);
  const host = {
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    getSourceFile: (path, version) => {
      const text = read(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version);
    },
    getDefaultLibFileName: () => "/lib/lib.es2023.d.ts",
    getDefaultLibLocation: () => "/lib",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => {},
  };
  const program = ts.createProgram(
    [PAGE, ...Object.keys(texts).map((path) => `/${path}`)],
    options,
    host,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const said = ts.flattenDiagnosticMessageText(messageText, " ");
    if (!file) return said;
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return `static/js${file.fileName}:${line + 1}:${character + 1}: ${said}`;
  });
}
