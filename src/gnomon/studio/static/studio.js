// What every page starts. Each module looks for its own attributes and leaves a page without them alone.
import "./maths.js";
import "./shortcuts.js";
import "./autosave.js";
import "./pen-layer.js";
import "./stroke-reading.js";
import "./composer.js";
import "./client-id.js";
import "./dialogs.js";
import "./finder.js";
import "./folds.js";
import "./maths-keys.js";
import "./talk.js";
