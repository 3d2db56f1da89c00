#!/usr/bin/env python3
"""Convert a Qwen4Exp checkpoint folder to one GGUF v3 file (arch "qwen4exp", text part).

    python3 hf_to_gguf.py CHECKPOINT_DIR OUT.gguf [--type f32|f16|bf16]
                          [--mtp append|separate|drop] [--name NAME] [--pre qwen35] [--list]

CHECKPOINT_DIR holds config.json, model.safetensors (or shards with
model.safetensors.index.json) and tokenizer.json; tokenizer_config.json and
chat_template.jinja are used when present.  Needs numpy only.

What is written
---------------
Keys and tensor names are those that GGUF files of "qwen4exp" carry.
Shapes below are GGUF order (fastest axis first).  H = hidden_size,
C = hc_count, R = hc_lowrank, E = experts, F = moe_intermediate_size.

  token_embd.weight               [H, vocab]
  output.weight                   [H, vocab]        (left out when tied)
  output_hc_norm.weight           [C*H]  f32        hyper_connection_mixer.hc_norm + 1
  output_hc_down.weight           [C*H, R]
  output_hc_up.weight             [R, C*H]
  per_layer_token_embd.weight     [row_dim, rows]   the n-gram table, shards joined in index order
every block i:
  blk.i.hc_{attn,ffn}_norm.weight    [C*H] f32      hc_norm + 1
  blk.i.hc_{attn,ffn}_down.weight    [C*H, R]
  blk.i.hc_{attn,ffn}_up.weight      [R, C*H]
  blk.i.hc_{attn,ffn}_inject.weight  [C*H, C]
  blk.i.ffn_gate_inp.weight          [H, E] f32     router
  blk.i.ffn_{gate,up}_exps.weight    [H, F, E]      the two halves of gate_up_proj
  blk.i.ffn_down_exps.weight         [F, H, E]
  blk.i.ffn_{gate,up}_shexp.weight   [H, Fs]        shared expert
  blk.i.ffn_down_shexp.weight        [Fs, H]
  blk.i.ffn_gate_inp_shexp.weight    [H, 1] f32
linear-attention block (Hk key heads, Hv value heads, Dk, Dv head sizes):
  blk.i.attn_qkv.weight   [H, 2*Hk*Dk + Hv*Dv]   rows q | k | v, v heads re-ordered (see below)
  blk.i.attn_gate.weight  [H, Hv*Dv]             the z gate, rows re-ordered
  blk.i.ssm_beta.weight   [H, Hv]                in_proj_b, rows re-ordered
  blk.i.ssm_alpha.weight  [H, Hv]                in_proj_a, rows re-ordered
  blk.i.ssm_a             [Hv] f32               -exp(A_log), re-ordered (no ".weight" suffix)
  blk.i.ssm_dt.bias       [Hv] f32               dt_bias, re-ordered
  blk.i.ssm_conv1d.weight [K, 2*Hk*Dk + Hv*Dv] f32   v channels re-ordered
  blk.i.ssm_norm.weight   [Dv] f32               NOT +1 (plain gamma)
  blk.i.ssm_out.weight    [Hv*Dv, H]             columns re-ordered
full-attention block:
  blk.i.attn_q.weight     [H, heads*2*D]   per head: D query rows, then D gate rows
  blk.i.attn_k.weight / attn_v.weight [H, kv_heads*D]
  blk.i.attn_output.weight [heads*D, H]
  blk.i.attn_q_norm.weight / attn_k_norm.weight [D] f32, + 1
  blk.i.indexer.q_proj.weight [H, index_heads*Di], blk.i.indexer.k_proj.weight [H, Di]
                                    (one HF matrix index_qk_proj, split)
  blk.i.indexer.q_norm.weight / k_norm.weight [Di] f32, + 1
n-gram (PLE) block, always a linear-attention one:
  blk.i.ple_key.weight    [row_dim*ngram_heads, C*H]
  blk.i.ple_value.weight  [row_dim*ngram_heads, H]
  blk.i.ple_norm_{key,query,conv}.weight [C*H] f32, + 1
  blk.i.ple_conv1d.weight [K, C*H]

"+ 1": these gammas are stored around zero in the checkpoint and the network
multiplies by (1 + w); the file stores the sum.

"Re-ordered": with r = Hv/Hk value heads per key head, the checkpoint groups
value heads by key head (k0v0 k0v1 .. k1v0 ..).  The file stores them tiled
(k0v0 k1v0 .. k0v1 k1v1 ..), so value head j uses key head j mod Hk.

Stored as f32 whatever --type says: every 1-D tensor, names ending in
"_norm.weight", names without ".weight", ffn_gate_inp, ffn_gate_inp_shexp,
ssm_conv1d.  Everything else takes --type.

The hash constants of the n-gram table (45-bit integers) go into uint64 array
keys, never through a float.

Draft head (mtp.*)
------------------
Put at block index N = num_hidden_layers, as further full-attention block(s)
with the names above, plus
  blk.N.nextn.enorm.weight        [H] f32       mtp.pre_fc_norm_embedding + 1
  blk.N.nextn.hnorm.weight        [C*H] f32     mtp.pre_fc_norm_hidden + 1 (ONE norm over all C*H values)
  blk.N.nextn.eh_proj.weight      [2*H, H]      columns: fc_embedding | fc_hidden
  blk.N.nextn.hc_head_norm.weight [C*H] f32     mtp.hyper_connection_mixer.hc_norm + 1
  blk.N.nextn.hc_head_down.weight [C*H, R]
  blk.N.nextn.hc_head_up.weight   [R, C*H]
(also mtp.fc -> nextn.eh_proj and mtp.norm -> nextn.shared_head_norm, should a
checkpoint have those older names).  Embedding and output matrix are shared
with the trunk.  With the head appended: block_count = N + n_mtp,
nextn_predict_layers = n_mtp, recurrent_layers and compress_ratios grow by the
extra block(s).

  --mtp append    (default) all in one file.  Readers that know no draft block
                  may refuse such a file; for them use drop or separate.
  --mtp separate  trunk file without the head, plus OUT with "-mtp" before the
                  extension holding the same keys and only the blk.N.* tensors.
  --mtp drop      leave the head out.
"""

import argparse
import json
import os
import struct
import sys

import numpy as np

# ---------------------------------------------------------------- safetensors

ST_NUMPY = {
    "F64": np.float64, "F32": np.float32, "F16": np.float16,
    "I64": np.int64, "I32": np.int32, "I16": np.int16, "I8": np.int8,
    "U8": np.uint8, "BOOL": np.bool_,
}


class Checkpoint:
    """Lazy view over one or several .safetensors files."""

    def __init__(self, folder):
        self.where = {}
        index = os.path.join(folder, "model.safetensors.index.json")
        single = os.path.join(folder, "model.safetensors")
        if os.path.isfile(index):
            with open(index, encoding="utf-8") as f:
                files = sorted(set(json.load(f)["weight_map"].values()))
            files = [os.path.join(folder, n) for n in files]
        elif os.path.isfile(single):
            files = [single]
        else:
            sys.exit("no model.safetensors in " + folder)
        for extra in ("mtp.safetensors",):
            p = os.path.join(folder, extra)
            if os.path.isfile(p) and p not in files:
                files.append(p)
        for path in files:
            with open(path, "rb") as f:
                (n,) = struct.unpack("<Q", f.read(8))
                head = json.loads(f.read(n).decode("utf-8"))
            for name, info in head.items():
                if name == "__metadata__":
                    continue
                a, b = info["data_offsets"]
                self.where[name] = (path, 8 + n + a, b - a, info["dtype"], info["shape"])

    def names(self):
        return list(self.where)

    def raw(self, name):
        path, off, size, dtype, shape = self.where[name]
        with open(path, "rb") as f:
            f.seek(off)
            data = f.read(size)
        if dtype == "BF16":
            u = np.frombuffer(data, dtype="<u2").astype(np.uint32) << 16
            return u.view(np.float32).reshape(shape)
        if dtype not in ST_NUMPY:
            sys.exit("unsupported dtype %s in %s" % (dtype, name))
        return np.frombuffer(data, dtype=ST_NUMPY[dtype]).reshape(shape)

    def f32(self, name):
        return np.ascontiguousarray(self.raw(name).astype(np.float32))


# ----------------------------------------------------------------------- GGUF

U32, I32, F32, BOOL, STR, ARR, U64 = 4, 5, 6, 7, 8, 9, 10
SCALAR = {U32: "<I", I32: "<i", F32: "<f", BOOL: "<?", U64: "<Q"}
TYPE_ID = {"f32": 0, "f16": 1, "bf16": 30}
FILE_TYPE = {"f32": 0, "f16": 1, "bf16": 32}
ALIGN = 32


def pack_str(s):
    b = s if isinstance(s, bytes) else s.encode("utf-8")
    return struct.pack("<Q", len(b)) + b


def pack_value(kind, v):
    if kind == STR:
        return pack_str(v)
    return struct.pack(SCALAR[kind], v)


class Gguf:
    def __init__(self):
        self.kv = []
        self.tensors = []

    def put(self, key, kind, value):
        self.kv.append((key, struct.pack("<I", kind) + pack_value(kind, value)))

    def put_array(self, key, kind, values):
        body = b"".join(pack_value(kind, v) for v in values)
        self.kv.append((key, struct.pack("<IIQ", ARR, kind, len(values)) + body))

    def add(self, name, array, kind):
        self.tensors.append((name, array, kind))

    @staticmethod
    def encode(array, kind):
        a = np.ascontiguousarray(array, dtype=np.float32)
        if kind == "f32":
            return a.tobytes()
        if kind == "f16":
            return a.astype(np.float16).tobytes()
        u = a.view(np.uint32)
        nan = np.isnan(a)
        r = ((u + 0x7FFF + ((u >> 16) & 1)) >> 16).astype(np.uint16)   # round to nearest even
        r[nan] = 0x7FC0
        return r.tobytes()

    def write(self, path):
        width = {"f32": 4, "f16": 2, "bf16": 2}
        infos, offset = [], 0
        for name, a, kind in self.tensors:
            size = a.size * width[kind]
            dims = list(reversed(a.shape)) or [1]
            infos.append(pack_str(name) + struct.pack("<I", len(dims))
                         + b"".join(struct.pack("<Q", d) for d in dims)
                         + struct.pack("<IQ", TYPE_ID[kind], offset))
            offset += (size + ALIGN - 1) // ALIGN * ALIGN
        with open(path, "wb") as f:
            f.write(b"GGUF" + struct.pack("<IQQ", 3, len(self.tensors), len(self.kv)))
            for key, body in self.kv:
                f.write(pack_str(key) + body)
            for info in infos:
                f.write(info)
            f.write(b"\0" * (-f.tell() % ALIGN))
            for name, a, kind in self.tensors:
                data = self.encode(a, kind)
                f.write(data)
                f.write(b"\0" * (-len(data) % ALIGN))


def storage(name, array, want):
    keep = (array.ndim <= 1 or not name.endswith(".weight") or name.endswith("_norm.weight")
            or name.endswith((".ffn_gate_inp.weight", ".ffn_gate_inp_shexp.weight", ".ssm_conv1d.weight")))
    return "f32" if keep else want


# ------------------------------------------------------------ tensor mapping

HC = {"hc_norm": "norm", "input_mix_weight_down": "down", "input_mix_weight_up": "up",
      "block_inject_weight": "inject"}
PLAIN = {
    "mlp.gate.weight": "ffn_gate_inp.weight",
    "mlp.shared_expert.gate_proj.weight": "ffn_gate_shexp.weight",
    "mlp.shared_expert.up_proj.weight": "ffn_up_shexp.weight",
    "mlp.shared_expert.down_proj.weight": "ffn_down_shexp.weight",
    "mlp.shared_expert_gate.weight": "ffn_gate_inp_shexp.weight",
    "self_attn.q_proj.weight": "attn_q.weight",
    "self_attn.k_proj.weight": "attn_k.weight",
    "self_attn.v_proj.weight": "attn_v.weight",
    "self_attn.o_proj.weight": "attn_output.weight",
    "ple.key_proj.weight": "ple_key.weight",
    "ple.value_proj.weight": "ple_value.weight",
    "linear_attn.norm.weight": "ssm_norm.weight",
}
PLUS_ONE = {
    "self_attn.q_norm.weight": "attn_q_norm.weight",
    "self_attn.k_norm.weight": "attn_k_norm.weight",
    "self_attn.indexer.q_layernorm.weight": "indexer.q_norm.weight",
    "self_attn.indexer.k_layernorm.weight": "indexer.k_norm.weight",
    "ple.norm_key.weight": "ple_norm_key.weight",
    "ple.norm_query.weight": "ple_norm_query.weight",
    "ple.norm_conv.weight": "ple_norm_conv.weight",
}


def tile_heads(a, axis, hk, hv, dim):
    """Value heads from grouped-by-key-head order to tiled order along one axis."""
    if hk == hv:
        return a
    order = np.arange(hv * dim).reshape(hk, hv // hk, dim).transpose(1, 0, 2).reshape(-1)
    return np.take(a, order, axis=axis)


class Mapper:
    def __init__(self, cfg):
        self.cfg = cfg
        self.hk, self.hv = cfg["linear_num_key_heads"], cfg["linear_num_value_heads"]
        self.dk, self.dv = cfg["linear_key_head_dim"], cfg["linear_value_head_dim"]
        self.n_layer = cfg["num_hidden_layers"]

    def layer(self, i, rest, a):
        """(gguf name, array) pairs for one tensor of one decoder layer."""
        b = "blk.%d." % i
        if rest in PLAIN:
            return [(b + PLAIN[rest], a)]
        if rest in PLUS_ONE:
            return [(b + PLUS_ONE[rest], a + np.float32(1))]
        for which, short in (("attn", "attn"), ("mlp", "ffn")):
            p = which + "_hyper_connection."
            if rest.startswith(p) and rest.endswith(".weight"):
                part = HC[rest[len(p):-len(".weight")]]
                return [(b + "hc_%s_%s.weight" % (short, part), a + np.float32(1) if part == "norm" else a)]
        if rest in ("mlp.experts.gate_up_proj", "mlp.experts.gate_up_proj.weight"):
            half = a.shape[1] // 2
            return [(b + "ffn_gate_exps.weight", a[:, :half]), (b + "ffn_up_exps.weight", a[:, half:])]
        if rest in ("mlp.experts.down_proj", "mlp.experts.down_proj.weight"):
            return [(b + "ffn_down_exps.weight", a)]
        if rest == "self_attn.indexer.index_qk_proj.weight":
            n = self.cfg["indexer_n_heads"] * self.cfg["indexer_head_dim"]
            return [(b + "indexer.q_proj.weight", a[:n]), (b + "indexer.k_proj.weight", a[n:])]
        if rest == "ple.conv1d.weight":
            return [(b + "ple_conv1d.weight", a.reshape(a.shape[0], a.shape[-1]))]
        hk, hv, dk, dv = self.hk, self.hv, self.dk, self.dv
        qk = 2 * hk * dk
        if rest == "linear_attn.in_proj_qkv.weight":
            return [(b + "attn_qkv.weight", np.concatenate([a[:qk], tile_heads(a[qk:], 0, hk, hv, dv)]))]
        if rest == "linear_attn.in_proj_z.weight":
            return [(b + "attn_gate.weight", tile_heads(a, 0, hk, hv, dv))]
        if rest == "linear_attn.in_proj_b.weight":
            return [(b + "ssm_beta.weight", tile_heads(a, 0, hk, hv, 1))]
        if rest == "linear_attn.in_proj_a.weight":
            return [(b + "ssm_alpha.weight", tile_heads(a, 0, hk, hv, 1))]
        if rest == "linear_attn.A_log":
            return [(b + "ssm_a", -np.exp(tile_heads(a, 0, hk, hv, 1)))]
        if rest == "linear_attn.dt_bias":
            return [(b + "ssm_dt.bias", tile_heads(a, 0, hk, hv, 1))]
        if rest == "linear_attn.conv1d.weight":
            w = a.reshape(a.shape[0], a.shape[-1])
            return [(b + "ssm_conv1d.weight", np.concatenate([w[:qk], tile_heads(w[qk:], 0, hk, hv, dv)]))]
        if rest == "linear_attn.out_proj.weight":
            return [(b + "ssm_out.weight", tile_heads(a, 1, hk, hv, dv))]
        return None

    def top(self, name, a):
        if name == "embed_tokens.weight":
            return [("token_embd.weight", a)]
        p = "hyper_connection_mixer."
        if name.startswith(p):
            part = HC[name[len(p):-len(".weight")]]
            return [("output_hc_%s.weight" % part, a + np.float32(1) if part == "norm" else a)]
        return None


# --------------------------------------------------------------------- config

def load_json(folder, name, default=None):
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        return default
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def text_config(folder):
    whole = load_json(folder, "config.json")
    cfg = dict(whole)
    cfg.update(whole.get("text_config") or {})
    if "image_token_id" in whole:
        cfg.setdefault("image_token_id", whole["image_token_id"])
    if cfg.get("layer_types") is None:
        step = cfg.get("full_attention_interval", 4)
        cfg["layer_types"] = ["linear_attention" if (i + 1) % step else "full_attention"
                              for i in range(cfg["num_hidden_layers"])]
    if cfg.get("ple_layer_ids") is None:
        cfg["ple_layer_ids"] = []
    return cfg


def put_model_keys(g, cfg, n_mtp, want):
    A = "qwen4exp."
    rope = cfg.get("rope_parameters") or cfg.get("rope_scaling") or {}
    n = cfg["num_hidden_layers"]
    linear = [t == "linear_attention" for t in cfg["layer_types"]]
    g.put(A + "block_count", U32, n + n_mtp)
    g.put(A + "context_length", U32, cfg["max_position_embeddings"])
    g.put(A + "embedding_length", U32, cfg["hidden_size"])
    g.put(A + "attention.head_count", U32, cfg["num_attention_heads"])
    g.put(A + "attention.head_count_kv", U32, cfg["num_key_value_heads"])
    sections = (list(rope.get("mrope_section") or [11, 11, 10]) + [0, 0, 0, 0])[:4]
    g.put_array(A + "rope.dimension_sections", I32, sections)
    g.put(A + "rope.freq_base", F32, float(rope.get("rope_theta", cfg.get("rope_theta", 10000.0))))
    g.put(A + "attention.layer_norm_rms_epsilon", F32, cfg["rms_norm_eps"])
    g.put(A + "expert_count", U32, cfg["num_experts"])
    g.put(A + "expert_used_count", U32, cfg["num_experts_per_tok"])
    g.put(A + "attention.key_length", U32, cfg["head_dim"])
    g.put(A + "attention.value_length", U32, cfg["head_dim"])
    g.put("general.file_type", U32, FILE_TYPE[want])
    g.put(A + "expert_feed_forward_length", U32, cfg["moe_intermediate_size"])
    g.put(A + "expert_shared_feed_forward_length", U32, cfg["shared_expert_intermediate_size"])
    if cfg["linear_key_head_dim"] != cfg["linear_value_head_dim"]:
        sys.exit("the GGUF layout holds one linear-attention head size; key and value differ")
    g.put(A + "ssm.conv_kernel", U32, cfg["linear_conv_kernel_dim"])
    g.put(A + "ssm.state_size", U32, cfg["linear_key_head_dim"])
    g.put(A + "ssm.group_count", U32, cfg["linear_num_key_heads"])
    g.put(A + "ssm.time_step_rank", U32, cfg["linear_num_value_heads"])
    g.put(A + "ssm.inner_size", U32, cfg["linear_value_head_dim"] * cfg["linear_num_value_heads"])
    g.put_array(A + "attention.recurrent_layers", BOOL, linear + [False] * n_mtp)
    g.put(A + "full_attention_interval", U32, cfg.get("full_attention_interval") or 4)
    partial = rope.get("partial_rotary_factor", cfg.get("partial_rotary_factor", 0.25))
    g.put(A + "rope.dimension_count", U32, int(cfg["head_dim"] * partial))
    if n_mtp:
        g.put(A + "nextn_predict_layers", U32, n_mtp)
    g.put(A + "hyper_connection.count", U32, cfg["hc_count"])
    g.put(A + "hyper_connection.low_rank", U32, cfg["hc_lowrank"])
    g.put(A + "attention.indexer.head_count", U32, cfg["indexer_n_heads"])
    g.put(A + "attention.indexer.key_length", U32, cfg["indexer_head_dim"])
    g.put(A + "attention.indexer.top_k", U32, cfg["indexer_budget"])
    r = cfg["indexer_compress_ratio"]
    g.put_array(A + "attention.compress_ratios", I32, [0 if x else r for x in linear] + [r] * n_mtp)


def put_ple_keys(g, cfg, ck, prefix, row_dim):
    A = "qwen4exp."
    layers = [i - 1 for i in cfg["ple_layer_ids"]]      # 1-based in config.json, 0-based here
    if not layers:
        return
    eos = cfg["eos_token_id"]
    if isinstance(eos, list):
        print("note: eos_token_id is a list; the n-gram hash uses its first entry, as transformers does")
        eos = eos[0]
    g.put_array(A + "ple.layers", I32, layers)
    g.put(A + "ple.ngram_size", U32, cfg["ngram_size"])
    g.put(A + "ple.heads_per_ngram", U32, cfg["heads_per_ngram"])
    g.put(A + "ple.conv_kernel", U32, cfg["ple_conv_kernel_size"])
    g.put(A + "ple.eos_token_id", U32, int(eos))
    if cfg.get("image_token_id") is not None:
        g.put(A + "ple.image_token_id", U32, int(cfg["image_token_id"]))
    g.put(A + "embedding_length_per_layer_input", U32, row_dim)
    for key, part in (("layer_multipliers", "layer_multipliers"),
                      ("head_offsets", "ngram_heads_offsets"),
                      ("head_vocab_sizes", "ngram_heads_vocab_sizes")):
        name = next((n for n in ck.names() if n.startswith(prefix) and n.endswith("ple_embedding." + part)), None)
        if name is not None:
            values = [int(x) for x in ck.raw(name).astype(np.int64)]
        else:
            values = hash_constants(cfg)[key]
        g.put_array(A + "ple." + key, U64, values)


def hash_constants(cfg):
    """The constants are derived from the config; used when the checkpoint does not carry them."""
    mask = (1 << 64) - 1
    golden = 0x9E3779B97F4A7C15

    def mix(v):
        v = (v + golden) & mask
        v = ((v ^ (v >> 30)) * 0xBF58476D1CE4E5B9) & mask
        v = ((v ^ (v >> 27)) * 0x94D049BB133111EB) & mask
        return v ^ (v >> 31)

    def prime(v):
        if v < 4:
            return v > 1
        if v % 2 == 0:
            return False
        d = 3
        while d * d <= v:
            if v % d == 0:
                return False
            d += 2
        return True

    bound = max(1, ((1 << 63) - 1) // max(cfg["vocab_size"], 1) // 2)
    seed = cfg.get("seed", 1234)                         # first (and only) PLE module: index 0
    mult = [2 * (mix((seed + golden * (i + 1)) & mask) % bound) + 1 for i in range(cfg["ngram_size"])]
    sizes, offsets, p, total = [], [], cfg["ngram_vocab_size_base"] - 1, 0
    for _ in range((cfg["ngram_size"] - 1) * cfg["heads_per_ngram"]):
        p += 1
        while not prime(p):
            p += 1
        sizes.append(p)
        offsets.append(total)
        total += p
    return {"layer_multipliers": mult, "head_offsets": offsets, "head_vocab_sizes": sizes}


def put_tokenizer_keys(g, folder, cfg, pre):
    tj = load_json(folder, "tokenizer.json")
    if tj is None:
        sys.exit("no tokenizer.json")
    tc = load_json(folder, "tokenizer_config.json", {})
    model = tj["model"]
    if model.get("type") != "BPE":
        sys.exit("tokenizer.json is not a BPE model")
    by_id = {i: t for t, i in model["vocab"].items()}
    added = {}
    for t in tj.get("added_tokens", []):
        by_id[t["id"]] = t["content"]
        added[t["id"]] = t
    n = max(cfg["vocab_size"], max(by_id) + 1)
    if n != cfg["vocab_size"]:
        sys.exit("the tokenizer has more tokens than config.vocab_size")
    tokens, kinds = [], []
    for i in range(n):
        if i not in by_id:
            tokens.append("[PAD%d]" % i)
            kinds.append(5)                                  # unused
            continue
        text = by_id[i]
        kind = 1                                             # normal
        if i in added:
            looks = text in ("<pad>", "<mask>") or (text.startswith("<|") and text.endswith("|>"))
            kind = 3 if added[i].get("special") or looks else 4   # control / user defined
        tokens.append(text)
        kinds.append(kind)
    merges = []
    for m in model["merges"]:
        if isinstance(m, str):
            merges.append(m)
        else:
            merges.append(" ".join(part.replace(" ", "\u0120") for part in m))
    T = "tokenizer.ggml."
    g.put(T + "model", STR, "gpt2")
    g.put(T + "pre", STR, pre)
    g.put_array(T + "tokens", STR, tokens)
    g.put_array(T + "token_type", I32, kinds)
    g.put_array(T + "merges", STR, merges)

    id_of = {t: i for i, t in by_id.items()}
    names = {"bos": "bos_token_id", "eos": "eos_token_id", "pad": "padding_token_id",
             "unk": "unknown_token_id"}
    found = {}
    for kind, key in names.items():
        t = tc.get(kind + "_token")
        if isinstance(t, dict):
            t = t.get("content")
        v = id_of.get(t) if t else None
        if v is None and isinstance(cfg.get(kind + "_token_id"), int):
            v = cfg[kind + "_token_id"]
        if v is not None:
            found[kind] = v
            g.put(T + key, U32, v)
    g.put(T + "add_bos_token", BOOL, bool(tc.get("add_bos_token", False)))
    template = tc.get("chat_template")
    jinja = os.path.join(folder, "chat_template.jinja")
    if template is None and os.path.isfile(jinja):
        with open(jinja, encoding="utf-8") as f:
            template = f.read()
    if isinstance(template, list):
        template = next((x["template"] for x in template if x.get("name") == "default"), None)
    if template:
        g.put("tokenizer.chat_template", STR, template)
    return found


# ----------------------------------------------------------------------- main

def main():
    ap = argparse.ArgumentParser(description="Qwen4Exp checkpoint folder -> GGUF (text part)")
    ap.add_argument("folder")
    ap.add_argument("out")
    ap.add_argument("--type", choices=sorted(TYPE_ID), default="f32", help="storage of the matrices")
    ap.add_argument("--mtp", choices=("append", "separate", "drop"), default="append")
    ap.add_argument("--name", default=None, help="general.name")
    ap.add_argument("--pre", default="qwen35", help="tokenizer.ggml.pre")
    ap.add_argument("--list", action="store_true", help="print every tensor written")
    args = ap.parse_args()

    cfg = text_config(args.folder)
    ck = Checkpoint(args.folder)
    names = ck.names()
    prefix = next((p for p in ("model.language_model.", "language_model.model.", "model.", "")
                   if p + "embed_tokens.weight" in names), None)
    if prefix is None:
        sys.exit("no embed_tokens.weight in the checkpoint")

    def bare_mtp(n):
        for p in ("model.mtp.", "mtp."):
            if n.startswith(p):
                return n[len(p):]
        return None

    mtp_layers = {int(m.split(".")[1]) for m in map(bare_mtp, names) if m and m.startswith("layers.")}
    n_mtp = 0 if args.mtp == "drop" else len(mtp_layers)
    mapper = Mapper(cfg)
    N = mapper.n_layer

    trunk, head, shards, unknown = [], [], {}, []
    fc = {}
    hash_parts = ("ple_embedding.layer_multipliers", "ple_embedding.ngram_heads_offsets",
                  "ple_embedding.ngram_heads_vocab_sizes")
    for name in names:
        m = bare_mtp(name)
        if m is not None:
            if not n_mtp:
                continue
            a = ck.f32(name)
            if m.startswith("layers."):
                i, rest = m[len("layers."):].split(".", 1)
                got = mapper.layer(N + int(i), rest, a)
            else:
                p, got = "blk.%d.nextn." % N, None
                if m in ("fc_embedding.weight", "fc_hidden.weight"):
                    fc[m.split(".")[0]] = a
                    got = []
                elif m.startswith("hyper_connection_mixer."):
                    part = HC[m.split(".", 1)[1][:-len(".weight")]]
                    got = [(p + "hc_head_%s.weight" % part, a + np.float32(1) if part == "norm" else a)]
                elif m == "pre_fc_norm_embedding.weight":
                    got = [(p + "enorm.weight", a + np.float32(1))]
                elif m == "pre_fc_norm_hidden.weight":
                    got = [(p + "hnorm.weight", a + np.float32(1))]
                elif m == "fc.weight":
                    got = [(p + "eh_proj.weight", a)]
                elif m == "norm.weight":
                    got = [(p + "shared_head_norm.weight", a + np.float32(1))]
            if got is None:
                unknown.append(name)
            else:
                head += got
            continue
        if name == "lm_head.weight" or name.endswith(".lm_head.weight"):
            if not cfg.get("tie_word_embeddings"):
                trunk.append(("output.weight", ck.f32(name)))
            continue
        if "visual." in name or not name.startswith(prefix):
            continue                                          # vision tower: another file
        rest = name[len(prefix):]
        if rest.endswith(hash_parts):
            continue                                          # written as keys
        if "ngram_embedding." in rest:
            tail = rest.rsplit("ngram_embedding.", 1)[1]      # "weight" or "shard_7.weight"
            shards[int(tail[len("shard_"):].split(".")[0]) if tail.startswith("shard_") else 0] = name
            continue
        a = ck.f32(name)
        if rest.startswith("layers."):
            i, tail = rest[len("layers."):].split(".", 1)
            got = mapper.layer(int(i), tail, a)
        else:
            got = mapper.top(rest, a)
        if got is None:
            unknown.append(name)
        else:
            trunk += got
    if unknown:
        sys.exit("do not know what to do with: " + ", ".join(unknown))
    if set(fc) == {"fc_embedding", "fc_hidden"}:
        head.append(("blk.%d.nextn.eh_proj.weight" % N,
                     np.concatenate([fc["fc_embedding"], fc["fc_hidden"]], axis=1)))
    elif fc:
        sys.exit("only one of mtp.fc_embedding / mtp.fc_hidden is present")

    row_dim = None
    if shards:
        if sorted(shards) != list(range(len(shards))):
            sys.exit("n-gram table shards are not numbered 0..%d" % (len(shards) - 1))
        table = np.concatenate([ck.f32(shards[i]) for i in sorted(shards)])
        row_dim = table.shape[1]
        trunk.append(("per_layer_token_embd.weight", table))

    def order(item):
        n = item[0]
        return (1, int(n.split(".")[1]), n) if n.startswith("blk.") else (0, 0, n)

    def build(tensors, mtp_blocks):
        g = Gguf()
        g.put("general.architecture", STR, "qwen4exp")
        g.put("general.type", STR, "model")
        g.put("general.name", STR, args.name or os.path.basename(os.path.abspath(args.folder)))
        put_model_keys(g, cfg, mtp_blocks, args.type)
        put_ple_keys(g, cfg, ck, prefix, row_dim)
        g.put("general.quantization_version", U32, 2)
        put_tokenizer_keys(g, args.folder, cfg, args.pre)
        for name, a in sorted(tensors, key=order):
            kind = storage(name, a, args.type)
            g.add(name, a, kind)
            if args.list:
                print("%-42s %-5s %s" % (name, kind, list(reversed(a.shape))))
        return g

    if args.mtp == "append":
        build(trunk + head, n_mtp).write(args.out)
        print("wrote %s: %d tensors, %d draft block(s)" % (args.out, len(trunk + head), n_mtp))
    else:
        build(trunk, 0).write(args.out)
        print("wrote %s: %d tensors" % (args.out, len(trunk)))
        if n_mtp:
            stem, ext = os.path.splitext(args.out)
            build(head, n_mtp).write(stem + "-mtp" + ext)
            print("wrote %s: %d tensors" % (stem + "-mtp" + ext, len(head)))


if __name__ == "__main__":
    main()
